import type { Sql } from "@/lib/base/db/client";

/**
 * The CTE `waiting`: each endpoint with pending deliveries, and when the first of them is due. It skips through the index from
 * endpoint to endpoint, so that its cost depends on the endpoints and not on the backlog. For use after `with recursive`.
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
