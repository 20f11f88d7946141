import { and, eq, sql as fragment } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import { orm } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";
import { endPending } from "@/lib/delivery/endpoints/end-pending";
import { inSteps } from "@/lib/delivery/endpoints/in-steps";
import { type EndpointContext, isReachedEndpoint } from "@/lib/delivery/endpoints/reach";
import type { EndpointId } from "@/lib/delivery/endpoints/schemas";

/**
 * Disables an endpoint. Its pending deliveries, and those of events while it is disabled, are kept as failed so that
 * they can be resent later. Of a disabled endpoint, ends only what is still pending after an interruption. Error:
 * `not_found`.
 */
export async function disableEndpoint(ctx: EndpointContext, { endpointId }: EndpointId): Promise<void> {
  await switchOff(ctx, endpointId);
  await inSteps([endPending(ctx.db.sql, { id: endpointId, merchantId: ctx.merchantId })]);
}

/**
 * Disables an endpoint and leaves its pending deliveries to the caller. None of them is sent any more. Error:
 * `not_found`.
 */
export async function switchOff(ctx: EndpointContext, endpointId: string): Promise<void> {
  const { merchantId, actor } = ctx;
  const reason = actor.type === "api_key" ? "api" : "manual";
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await orm(tx)
      .select({ disabledAt: webhookEndpoints.disabledAt })
      .from(webhookEndpoints)
      .where(isReachedEndpoint(ctx, endpointId))
      .for("no key update");
    if (!endpoint) throw notFound("endpoint");
    if (endpoint.disabledAt) return;
    await orm(tx)
      .update(webhookEndpoints)
      .set({ disabledAt: fragment`now()`, disabledReason: reason })
      .where(and(eq(webhookEndpoints.id, endpointId), eq(webhookEndpoints.merchantId, merchantId)));
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "webhook_endpoint.disabled",
      targetType: "webhook_endpoint",
      targetId: endpointId,
      after: { reason },
    });
  });
}
