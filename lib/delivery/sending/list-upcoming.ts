import type { Context } from "@/lib/base/context/context";
import type { PendingDelivery } from "@/lib/delivery/sending/list-pending";
import { waitingEndpoints } from "@/lib/delivery/sending/waiting";

const PER_ENDPOINT = 200;
const MAX_LISTED = 1_000;

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
