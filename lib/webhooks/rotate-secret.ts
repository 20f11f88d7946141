import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { sealWebhookSecret } from "@/lib/webhooks/endpoint-secrets";
import { newWebhookSecret } from "@/lib/webhooks/sign";

const OVERLAP_HOURS = 24;

/**
 * Step one: creates and returns a second secret. It signs `webhook-signature` besides the first from now on, and takes over
 * `X-Service-Signature` when activated, or automatically after 24 h. Error: `not_found`.
 */
export async function rotateEndpointSecret(ctx: MerchantContext, endpointId: string): Promise<{ secret: string }> {
  const secret = newWebhookSecret();
  await ctx.db.sql.begin(async (tx) => {
    await tx`
      update webhook_endpoints set secret = next_secret, next_secret = null, next_secret_active_at = null
       where id = ${endpointId} and merchant_id = ${ctx.merchantId} and next_secret_active_at <= now()`;
    const [endpoint] = await tx`
      update webhook_endpoints
         set next_secret = ${sealWebhookSecret(endpointId, secret)},
             next_secret_active_at = now() + make_interval(hours => ${OVERLAP_HOURS})
       where id = ${endpointId} and merchant_id = ${ctx.merchantId} returning id`;
    if (!endpoint) throw notFound("endpoint");
    await audit(ctx, tx, "webhook_endpoint.secret_rotated", endpointId);
  });
  return { secret };
}

/** Step two: from now on only the second secret signs. Does nothing without a rotation in progress. Error: `not_found`. */
export async function activateEndpointSecret(ctx: MerchantContext, endpointId: string): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await tx`
      update webhook_endpoints
         set secret = coalesce(next_secret, secret), next_secret = null, next_secret_active_at = null
       where id = ${endpointId} and merchant_id = ${ctx.merchantId} returning id`;
    if (!endpoint) throw notFound("endpoint");
    await audit(ctx, tx, "webhook_endpoint.secret_activated", endpointId);
  });
}

function audit(ctx: MerchantContext, tx: Transaction, action: string, targetId: string) {
  return recordAudit(tx, {
    merchantId: ctx.merchantId,
    actor: ctx.actor,
    action,
    targetType: "webhook_endpoint",
    targetId,
  });
}
