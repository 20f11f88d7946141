import { z } from "zod";
import type { events, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import { pageOf, timeCursor } from "@/lib/cursor";
import { EVENT_TYPES, type EventType } from "@/lib/webhooks/events";
import { DELIVERY_STATUSES } from "@/lib/webhooks/list-deliveries";

const PAGE = 50;

/** Periods of the delivery log, in hours. */
export const LOG_PERIODS = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 } as const;
export type LogPeriod = keyof typeof LOG_PERIODS;

/** The filter in a page's query; invalid members are ignored. */
export const DeliveryFilter = z.object({
  endpoint: z.guid().optional().catch(undefined),
  status: z.enum(DELIVERY_STATUSES).optional().catch(undefined),
  event: z.enum(EVENT_TYPES).optional().catch(undefined),
  period: z.enum(["1h", "24h", "7d", "30d"]).optional().catch(undefined),
  before: timeCursor.schema.optional().catch(undefined),
});
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

type Delivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  "id" | "endpointId" | "attempts" | "lastStatus" | "lastError" | "nextAttemptAt" | "createdAt"
>;

export type DeliveryRow = Delivery &
  Pick<typeof webhookEndpoints.$inferSelect, "url"> &
  Pick<typeof events.$inferSelect, "intentId"> & { type: EventType; status: (typeof DELIVERY_STATUSES)[number] };

/**
 * A page of the environment's deliveries, newest first, and the cursor of the next page. Each endpoint's log is read off its
 * index, so that the last page of a million costs as much as the first.
 */
export async function searchDeliveries(ctx: MemberContext, filter: DeliveryFilter) {
  const { sql } = ctx.db;
  const { endpoint = null, before, event, period } = filter;
  const none = sql``;
  const rows = await sql<(DeliveryRow & { micros: string })[]>`
    select d.*, p.id as "endpointId", p.url
      from webhook_endpoints p cross join lateral (
        select d.id, e.type, e.intent_id as "intentId", d.status, d.attempts, d.last_status as "lastStatus",
               d.last_error as "lastError", d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt",
               (extract(epoch from d.created_at) * 1000000)::bigint::text as micros
          from webhook_deliveries d join events e on e.id = d.event_id and e.merchant_id = p.merchant_id
         where d.endpoint_id = p.id ${statusIs(ctx, filter.status)}
               ${event ? sql`and e.type = ${event}` : none}
               ${period ? sql`and d.created_at >= now() - make_interval(hours => ${LOG_PERIODS[period]})` : none}
               and ${timeCursor.past(sql, before, { key: sql`d.created_at`, id: sql`d.id` })}
         order by d.created_at desc, d.id desc limit ${PAGE + 1}) d
     where p.merchant_id = ${ctx.merchantId} and p.environment = ${ctx.environment}
       and (${endpoint}::uuid is null or p.id = ${endpoint})
     order by d."createdAt" desc, d.id desc limit ${PAGE + 1}`;
  return pageOf(rows, PAGE);
}

/** Written out: with a parameter, the statement could not use the partial index of failed deliveries. */
function statusIs({ db: { sql } }: MemberContext, status: DeliveryFilter["status"]) {
  if (status === "failed") return sql`and d.status = 'failed'`;
  if (status === "pending") return sql`and d.status = 'pending'`;
  return status === "delivered" ? sql`and d.status = 'delivered'` : sql``;
}
