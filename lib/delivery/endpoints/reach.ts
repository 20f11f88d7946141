import { and, eq, inArray } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import type { EnvironmentContext, Tenant } from "@/lib/base/context/context";

/** The context of anyone who manages endpoints: a member, the operator, or a restricted key. */
export type EndpointContext = EnvironmentContext & Partial<Pick<Tenant, "terminalIds">>;

/**
 * Condition: the endpoints that the caller can see and change, of one business and environment. A key reaches only
 * those that it created, and a key for one terminal none that a member has since moved to another one or to all.
 */
export function isReached({ merchantId, environment, actor, terminalIds }: EndpointContext) {
  const keyId = actor.type === "api_key" ? actor.keyId : null;
  return and(
    eq(webhookEndpoints.merchantId, merchantId),
    eq(webhookEndpoints.environment, environment),
    keyId ? eq(webhookEndpoints.createdByKey, keyId) : undefined,
    keyId && terminalIds ? inArray(webhookEndpoints.terminalId, terminalIds) : undefined,
  );
}

/** Condition: this endpoint, if the caller reaches it. */
export function isReachedEndpoint(ctx: EndpointContext, endpointId: string) {
  return and(eq(webhookEndpoints.id, endpointId), isReached(ctx));
}
