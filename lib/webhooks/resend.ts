import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/context";
import { notFound } from "@/lib/errors";
import { TEST_EVENT } from "@/lib/webhooks/events";

/**
 * Makes a delivery due now, with a new series of six attempts and the same event ID and bytes. Does nothing while an attempt
 * is in progress. Error: `not_found`, also while the endpoint is disabled.
 */
export async function resendDelivery(ctx: MerchantContext, deliveryId: string): Promise<void> {
  const { orm } = ctx.db;
  const isSendable = and(
    eq(webhookDeliveries.id, deliveryId),
    eq(webhookEndpoints.id, webhookDeliveries.endpointId),
    eq(webhookEndpoints.merchantId, ctx.merchantId),
    isNull(webhookEndpoints.disabledAt),
  );
  const { id, attempts, leasedUntil } = webhookDeliveries;
  const [delivery] = await orm
    .update(webhookDeliveries)
    .set({ status: "pending", seriesBase: attempts, nextAttemptAt: fragment`now()`, endedAt: null })
    .from(webhookEndpoints)
    .where(and(isSendable, isNull(leasedUntil)))
    .returning({ id });
  if (delivery) return;
  const [underWay] = await orm.select({ id }).from(webhookDeliveries).innerJoin(webhookEndpoints, isSendable);
  if (!underWay) throw notFound("delivery");
}

/** Resends every failed delivery to an endpoint created since `since`, but no test event. Returns how many. Error: `not_found`. */
export async function resendFailed(ctx: MerchantContext, endpointId: string, since: Date): Promise<number> {
  const [endpoint] = await ctx.db.orm
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        eq(webhookEndpoints.merchantId, ctx.merchantId),
        isNull(webhookEndpoints.disabledAt),
      ),
    );
  if (!endpoint) throw notFound("endpoint");
  const resent = await ctx.db.sql`
    update webhook_deliveries d
       set status = 'pending', series_base = d.attempts, next_attempt_at = now(), ended_at = null
      from webhook_endpoints p, events e
     where p.id = ${endpointId} and p.merchant_id = ${ctx.merchantId} and d.endpoint_id = p.id
       and e.id = d.event_id and e.merchant_id = p.merchant_id and e.type <> ${TEST_EVENT}
       and d.status = 'failed' and d.created_at >= ${since}`;
  return resent.count;
}
