import { and, eq, sql as fragment, isNull } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { EnvironmentContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { notFound } from "@/lib/errors";
import { TEST_EVENT } from "@/lib/webhooks/events";

/**
 * Makes a delivery due now, with a new series of six attempts and the same event ID and bytes. Does nothing while an attempt
 * is in progress. Error: `not_found`, also while the endpoint is disabled.
 */
export async function resendDelivery(ctx: EnvironmentContext, deliveryId: string): Promise<void> {
  const { merchantId, environment, actor } = ctx;
  const isSendable = and(
    eq(webhookDeliveries.id, deliveryId),
    eq(webhookEndpoints.id, webhookDeliveries.endpointId),
    eq(webhookEndpoints.merchantId, merchantId),
    eq(webhookEndpoints.environment, environment),
    isNull(webhookEndpoints.disabledAt),
  );
  const { id, attempts, leasedUntil } = webhookDeliveries;
  await ctx.db.sql.begin(async (tx) => {
    const [delivery] = await orm(tx)
      .update(webhookDeliveries)
      .set({ status: "pending", seriesBase: attempts, nextAttemptAt: fragment`now()`, endedAt: null })
      .from(webhookEndpoints)
      .where(and(isSendable, isNull(leasedUntil)))
      .returning({ id });
    if (delivery) {
      const target = { targetType: "delivery", targetId: deliveryId } as const;
      return recordAudit(tx, { merchantId, actor, action: "delivery.resent", ...target });
    }
    const [underWay] = await orm(tx).select({ id }).from(webhookDeliveries).innerJoin(webhookEndpoints, isSendable);
    if (!underWay) throw notFound("delivery");
  });
}

/**
 * Resends every delivery to an endpoint that has failed since `since`, whenever it was created, but no test event. Returns how many.
 * Error: `not_found`.
 */
export async function resendFailed(ctx: EnvironmentContext, endpointId: string, since: Date): Promise<number> {
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    await requireEnabled(ctx, tx, endpointId);
    const resent = await tx`
      update webhook_deliveries d
         set status = 'pending', series_base = d.attempts, next_attempt_at = now(), ended_at = null
        from webhook_endpoints p, events e
       where p.id = ${endpointId} and p.merchant_id = ${merchantId} and d.endpoint_id = p.id
         and e.id = d.event_id and e.merchant_id = p.merchant_id and e.type <> ${TEST_EVENT}
         and d.status = 'failed' and d.ended_at >= ${since}`;
    if (resent.count > 0)
      await recordAudit(tx, {
        ...{
          merchantId,
          actor,
          action: "delivery.failed_resent",
          targetType: "webhook_endpoint",
          targetId: endpointId,
        },
        after: { deliveries: resent.count },
      });
    return resent.count;
  });
}

async function requireEnabled(ctx: EnvironmentContext, tx: Transaction, endpointId: string): Promise<void> {
  const [endpoint] = await orm(tx)
    .select({ id: webhookEndpoints.id })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.id, endpointId),
        eq(webhookEndpoints.merchantId, ctx.merchantId),
        eq(webhookEndpoints.environment, ctx.environment),
        isNull(webhookEndpoints.disabledAt),
      ),
    );
  if (!endpoint) throw notFound("endpoint");
}
