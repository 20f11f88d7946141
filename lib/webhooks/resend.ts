import type { MerchantContext } from "@/lib/context";
import { notFound } from "@/lib/errors";

/**
 * Makes a delivery due now, with a new series of six attempts and the same event ID and bytes. Does nothing while an attempt
 * is in progress. Error: `not_found`, also while the endpoint is disabled.
 */
export async function resendDelivery(ctx: MerchantContext, deliveryId: string): Promise<void> {
  const [delivery] = await ctx.db.sql`
    update webhook_deliveries d
       set status = 'pending', series_base = d.attempts, next_attempt_at = now(), ended_at = null
      from webhook_endpoints p
     where d.id = ${deliveryId} and p.id = d.endpoint_id and p.merchant_id = ${ctx.merchantId}
       and p.disabled_at is null and d.leased_until is null
    returning d.id`;
  if (delivery) return;
  const [underWay] = await ctx.db.sql`
    select d.id from webhook_deliveries d join webhook_endpoints p on p.id = d.endpoint_id
     where d.id = ${deliveryId} and p.merchant_id = ${ctx.merchantId} and p.disabled_at is null`;
  if (!underWay) throw notFound("delivery");
}

/** Resends every failed delivery to an endpoint created since `since`. Returns how many. Error: `not_found`. */
export async function resendFailed(ctx: MerchantContext, endpointId: string, since: Date): Promise<number> {
  const [endpoint] = await ctx.db.sql`
    select id from webhook_endpoints
     where id = ${endpointId} and merchant_id = ${ctx.merchantId} and disabled_at is null`;
  if (!endpoint) throw notFound("endpoint");
  const resent = await ctx.db.sql`
    update webhook_deliveries
       set status = 'pending', series_base = attempts, next_attempt_at = now(), ended_at = null
     where endpoint_id = ${endpointId} and status = 'failed' and created_at >= ${since}`;
  return resent.count;
}
