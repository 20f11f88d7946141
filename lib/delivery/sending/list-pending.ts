import type { webhookDeliveries } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";

export type PendingDelivery = Pick<typeof webhookDeliveries.$inferSelect, "id" | "endpointId" | "seriesBase">;

/** The pending deliveries of these intents' events, due or not. */
export async function listPendingDeliveries(ctx: Context, intentIds: string[]): Promise<PendingDelivery[]> {
  const rows = await ctx.db.sql<PendingDelivery[]>`
    select d.id, d.endpoint_id as "endpointId", d.series_base as "seriesBase"
      from events e join webhook_deliveries d on d.event_id = e.id
     where e.intent_id = any(${intentIds}::uuid[]) and d.status = 'pending'
     order by e.created_at, d.id`;
  return [...rows];
}
