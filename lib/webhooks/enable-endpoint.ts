import { recordAudit } from "@/lib/audit/record";
import type { MerchantContext } from "@/lib/context";
import { notFound } from "@/lib/errors";

/** Enables an endpoint with a clean record. `resendFailed` sends what failed meanwhile. Error: `not_found`. */
export async function enableEndpoint(ctx: MerchantContext, endpointId: string): Promise<void> {
  await ctx.db.sql.begin(async (tx) => {
    const [endpoint] = await tx`
      update webhook_endpoints set disabled_at = null, disabled_reason = null, failing_since = null
       where id = ${endpointId} and merchant_id = ${ctx.merchantId} returning id`;
    if (!endpoint) throw notFound("endpoint");
    await recordAudit(tx, {
      merchantId: ctx.merchantId,
      actor: ctx.actor,
      action: "webhook_endpoint.enabled",
      targetType: "webhook_endpoint",
      targetId: endpointId,
    });
  });
}
