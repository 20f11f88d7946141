import type { Context } from "@/lib/base/context/context";
import { waitingEndpoints } from "@/lib/delivery/sending/waiting";

/**
 * Milliseconds until the next delivery is due by the database's clock; 0 or less when one is due, null when none is pending.
 * An endpoint whose oldest delivery is being attempted is skipped: its deliveries continue after the attempt.
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
