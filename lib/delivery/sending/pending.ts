import type { webhookDeliveries } from "@/drizzle/schema";
import type { Context } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";

const PER_ENDPOINT = 200;
const MAX_LISTED = 1_000;

export type PendingDelivery = Pick<typeof webhookDeliveries.$inferSelect, "id" | "endpointId" | "seriesBase">;

/**
 * Milliseconds until the next delivery is due by the database's clock; 0 or less when one is due, null when none is
 * pending. An endpoint whose oldest delivery is being attempted is skipped: its deliveries continue after the attempt.
 */
export async function nextDeliveryDueMs(ctx: Context): Promise<number | null> {
  const { sql } = ctx.db;
  const [row] = await sql<[{ ms: number | null }]>`
    with recursive ${waitingEndpoints(sql)}
    select extract(epoch from min(first.next_attempt_at) - now())::float8 * 1000 as ms
      from waiting cross join lateral (
        select next_attempt_at, leased_until from webhook_deliveries
         where endpoint_id = waiting.endpoint_id and status = 'pending' order by next_attempt_at limit 1) first
     where first.leased_until is null or first.leased_until <= now()`;
  return row.ms;
}

/** Deliveries that become due within the given seconds, soonest first within an endpoint. */
export async function listUpcomingDeliveries(ctx: Context, withinSeconds: number): Promise<PendingDelivery[]> {
  const { sql } = ctx.db;
  const rows = await sql<PendingDelivery[]>`
    with recursive ${waitingEndpoints(sql)}
    select d.id, waiting.endpoint_id as "endpointId", d.series_base as "seriesBase"
      from waiting cross join lateral (
        select id, series_base from webhook_deliveries
         where endpoint_id = waiting.endpoint_id and status = 'pending'
           and next_attempt_at > now() and next_attempt_at <= now() + make_interval(secs => ${withinSeconds})
         order by next_attempt_at limit ${PER_ENDPOINT}) d
     limit ${MAX_LISTED}`;
  return [...rows];
}

/** The pending deliveries of these intents' events, due or not. */
export async function listPendingDeliveries(ctx: Context, intentIds: string[]): Promise<PendingDelivery[]> {
  const rows = await ctx.db.sql<PendingDelivery[]>`
    select d.id, d.endpoint_id as "endpointId", d.series_base as "seriesBase"
      from events e join webhook_deliveries d on d.event_id = e.id
     where e.intent_id = any(${intentIds}::uuid[]) and d.status = 'pending'
     order by e.created_at, d.id`;
  return [...rows];
}

/**
 * The CTE `waiting`: each endpoint with pending deliveries, and when the first of them is due. It skips through the
 * index from endpoint to endpoint, so that its cost depends on the endpoints and not on the backlog. For use after
 * `with recursive`.
 */
export function waitingEndpoints(sql: Sql) {
  return sql`
    waiting as (
      (select endpoint_id, next_attempt_at from webhook_deliveries
        where status = 'pending' order by endpoint_id, next_attempt_at limit 1)
      union all
      select later.endpoint_id, later.next_attempt_at from waiting cross join lateral (
        select d.endpoint_id, d.next_attempt_at from webhook_deliveries d
         where d.status = 'pending' and d.endpoint_id > waiting.endpoint_id
         order by d.endpoint_id, d.next_attempt_at limit 1) later)`;
}
