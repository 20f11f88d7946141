import { randomUUID } from "node:crypto";
import { webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { plainIssue } from "@/lib/input-errors";
import { requireTerminal, requireUrl } from "@/lib/webhooks/endpoint-rules";
import { sealWebhookSecret } from "@/lib/webhooks/endpoint-secrets";
import { CreateEndpointInput } from "@/lib/webhooks/schemas";
import { newWebhookSecret } from "@/lib/webhooks/sign";

/**
 * Adds an endpoint and returns its secret.
 * Errors: `invalid_url_scheme`, `http_in_live`, `private_ip_in_live`, `not_found` for another merchant's terminal.
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
    const sealed = sealWebhookSecret(id, secret);
    await orm(inside)
      .insert(webhookEndpoints)
      .values({ id, merchantId: ctx.merchantId, environment, terminalId, url, eventTypes, secret: sealed });
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
