import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { Environment, MerchantContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { DomainError } from "@/lib/base/values/errors";
import { plainIssue } from "@/lib/base/values/input-errors";
import { requireTerminal, requireUrl } from "@/lib/delivery/endpoints/rules";
import { CreateEndpointInput } from "@/lib/delivery/endpoints/schemas";
import { sealWebhookSecret } from "@/lib/delivery/endpoints/secrets";
import { newWebhookSecret } from "@/lib/delivery/events/sign";

/** Of a business in one environment: each event is delivered to every subscribed one, and the list shows all. */
export const MOST_ENDPOINTS = 500;

/**
 * Adds an endpoint and returns its secret. Errors: `invalid_url_scheme`, `http_in_live`, `private_ip_in_live`,
 * `not_found` for another merchant's terminal, `limit_reached` if there are `MOST_ENDPOINTS`.
 */
export async function createEndpoint(
  ctx: MerchantContext,
  input: CreateEndpointInput,
  tx?: Transaction,
): Promise<{ id: string; secret: string }> {
  const { environment, terminalId, url, eventTypes } = CreateEndpointInput.parse(input, { error: plainIssue });
  requireUrl(ctx.settings, url, environment);
  const id = randomUUID();
  const secret = newWebhookSecret();
  const write = async (inside: Transaction) => {
    if (terminalId) await requireTerminal(inside, ctx.merchantId, terminalId);
    await requireRoom(inside, ctx.merchantId, environment);
    const sealed = sealWebhookSecret(id, secret);
    const createdByKey = ctx.actor.type === "api_key" ? ctx.actor.keyId : null;
    const { merchantId } = ctx;
    await orm(inside)
      .insert(webhookEndpoints)
      .values({ id, merchantId, environment, terminalId, url, eventTypes, secret: sealed, createdByKey });
    await recordAudit(inside, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "webhook_endpoint.created",
      targetType: "webhook_endpoint",
      targetId: id,
      after: { environment, terminalId, url, eventTypes },
    });
  };
  await (tx ? write(tx) : ctx.db.sql.begin(write));
  return { id, secret };
}

async function requireRoom(tx: Transaction, merchantId: string, environment: Environment): Promise<void> {
  await lockMerchant(tx, merchantId);
  const count = await orm(tx).$count(
    webhookEndpoints,
    and(eq(webhookEndpoints.merchantId, merchantId), eq(webhookEndpoints.environment, environment)),
  );
  if (count < MOST_ENDPOINTS) return;
  const where = environment === "live" ? "live mode" : "the sandbox";
  const most = `A business can have ${MOST_ENDPOINTS} endpoints in ${where}.`;
  throw new DomainError("limit_reached", `${most} Delete one that you no longer need.`);
}
