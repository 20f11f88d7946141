import { and, desc, eq } from "drizzle-orm";
import { events, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { EnvironmentContext } from "@/lib/base/context/context";

export const DELIVERY_STATUSES = ["pending", "delivered", "failed"] as const;

export type DeliveryFilter = { endpointId: string; status?: (typeof DELIVERY_STATUSES)[number]; limit: number };

/** An endpoint's latest deliveries, newest first, of the caller's merchant and environment only. */
export function listDeliveries(ctx: EnvironmentContext, filter: DeliveryFilter) {
  return ctx.db.orm
    .select({
      id: webhookDeliveries.id,
      eventId: events.id,
      type: events.type,
      intentId: events.intentId,
      status: webhookDeliveries.status,
      attempts: webhookDeliveries.attempts,
      lastStatus: webhookDeliveries.lastStatus,
      lastError: webhookDeliveries.lastError,
      nextAttemptAt: webhookDeliveries.nextAttemptAt,
      createdAt: webhookDeliveries.createdAt,
    })
    .from(webhookDeliveries)
    .innerJoin(events, eq(events.id, webhookDeliveries.eventId))
    .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
    .where(
      and(
        eq(webhookEndpoints.merchantId, ctx.merchantId),
        eq(webhookEndpoints.environment, ctx.environment),
        eq(events.merchantId, ctx.merchantId),
        eq(webhookDeliveries.endpointId, filter.endpointId),
        filter.status && eq(webhookDeliveries.status, filter.status),
      ),
    )
    .orderBy(desc(webhookDeliveries.createdAt))
    .limit(filter.limit);
}
