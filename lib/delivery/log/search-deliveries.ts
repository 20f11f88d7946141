import { z } from "zod";
import type { events, paymentIntents, webhookDeliveries, webhookEndpoints } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { timeCursor } from "@/lib/base/lists/cursor";
import { andWithin, PeriodName, SearchText } from "@/lib/base/lists/log-filter";
import { type Edge, newestFirst, pageOf, searchedPage } from "@/lib/base/lists/newest-first";
import { EVENT_TYPES, type EventType } from "@/lib/delivery/events/catalog";
import { DELIVERY_STATUSES } from "@/lib/delivery/log/list-deliveries";

const PAGE = 50;

/** The filter in a page's query; invalid members are ignored. */
export const DeliveryFilter = z.object({
  endpoint: z.guid().optional().catch(undefined),
  status: z.enum(DELIVERY_STATUSES).optional().catch(undefined),
  event: z.enum(EVENT_TYPES).optional().catch(undefined),
  period: PeriodName,
  /** an ID of a payment or event, a transaction hash, or part of a reference */
  q: SearchText,
  before: timeCursor.schema.optional().catch(undefined),
});
export type DeliveryFilter = z.output<typeof DeliveryFilter>;

type Delivery = Pick<
  typeof webhookDeliveries.$inferSelect,
  "id" | "endpointId" | "attempts" | "lastStatus" | "lastError" | "nextAttemptAt" | "createdAt"
>;

type Intent = Pick<typeof paymentIntents.$inferSelect, "amountMicros" | "reference">;

export type DeliveryRow = Delivery &
  Pick<typeof webhookEndpoints.$inferSelect, "url"> &
  Pick<typeof events.$inferSelect, "intentId"> & {
    type: EventType;
    status: (typeof DELIVERY_STATUSES)[number];
    /** of the event's payment; null for an event without one */
    amountMicros: Intent["amountMicros"] | null;
    reference: Intent["reference"];
  };

/** The payments that a search means, as `findNamed` returns them. */
type NamedPayments = {
  ids: readonly string[];
  /** text inside so many references that the log is scanned for it */
  commonText: string | null;
};

type Row = DeliveryRow & { micros: string };

/** Rows that a page looks through when no index covers the filter, over all endpoints. */
const WINDOW = 20_000;

/**
 * A page of the environment's deliveries, newest first, and the cursor of the next page. With `named`, only those of
 * these payments, and of the event whose ID is searched for. Reads a bounded number of rows: `searchedTo` is where they
 * ended before the page was full, and the next page goes on there.
 */
export async function searchDeliveries(
  ctx: MemberContext,
  filter: DeliveryFilter,
  named: NamedPayments | null = null,
  window = WINDOW,
) {
  if (named?.commonText === null) {
    return { ...pageOf(await findOfPayments(ctx, filter, named.ids), PAGE), searchedTo: null };
  }
  const common = named?.commonText ? { ids: named.ids, text: named.commonText } : null;
  const isPicked = common !== null || filter.event !== undefined || PICKED.includes(filter.status);
  const [rows, edge] = await Promise.all([
    scan(ctx, filter, common, window),
    isPicked ? findEdge(ctx, filter, window) : null,
  ]);
  return searchedPage(edge ? rows.filter((row) => isBefore(row, edge)) : rows, PAGE, edge);
}

/** Statuses that no index finds in the order of the log. */
const PICKED: DeliveryFilter["status"][] = ["pending", "delivered"];

/** Whether a row comes before the edge in the log, or is the edge. */
function isBefore(row: Row, edge: Edge): boolean {
  const later = BigInt(row.micros) - BigInt(edge.micros);
  return later > 0n || (later === 0n && row.id >= edge.id);
}

type Common = { ids: readonly string[]; text: string };

/** Each endpoint's log is read off its index, so that the last page of a million costs as much as the first. */
function scan(ctx: MemberContext, filter: DeliveryFilter, common: Common | null, window: number): Promise<Row[]> {
  const { sql } = ctx.db;
  return sql<Row[]>`
    select d.*, p.id as "endpointId", p.url, i.amount_micros as "amountMicros", i.reference
      from webhook_endpoints p cross join lateral (
        select ${selected(ctx)}
          from (${inIndex(ctx, filter)} limit (${rowsEach(ctx, filter, window)})) d
          join events e on e.id = d.event_id and e.merchant_id = p.merchant_id
         where ${isPicked(ctx, filter)} ${common ? hasReference(ctx, common) : sql``}
         order by ${inOrder(ctx).order} limit ${PAGE + 1}) d
      left join payment_intents i on i.id = d."intentId" and i.merchant_id = p.merchant_id
     where ${ofEndpoints(ctx, filter)}
     order by d."createdAt" desc, d.id desc limit ${PAGE + 1}`;
}

/** The newest of the rows at which endpoints' windows end: of those before it, none was left out. Null if none does. */
async function findEdge(ctx: MemberContext, filter: DeliveryFilter, window: number): Promise<Edge | null> {
  const { sql } = ctx.db;
  const { order, micros } = inOrder(ctx);
  const [edge] = await sql<Edge[]>`
    select d.id, d.created_at as at, ${micros}
      from webhook_endpoints p cross join lateral (
        ${inIndex(ctx, filter)} offset (${rowsEach(ctx, filter, window)}) - 1 limit 1) d
     where ${ofEndpoints(ctx, filter)}
     order by ${order} limit 1`;
  return edge ?? null;
}

function inOrder({ db: { sql } }: MemberContext) {
  return newestFirst(sql, sql`d.created_at`, sql`d.id`);
}

/** The deliveries to endpoint `p` that an index finds in the order of the log. */
function inIndex(ctx: MemberContext, filter: DeliveryFilter) {
  const { sql } = ctx.db;
  const { status, period, before } = filter;
  const { after, order } = inOrder(ctx);
  return sql`select d.* from webhook_deliveries d
           where d.endpoint_id = p.id and ${after(before)}
                 ${status === "failed" ? statusIs(ctx, status) : sql``} ${andWithin(sql, sql`d.created_at`, period)}
           order by ${order}`;
}

/** How many rows to look through for each endpoint. */
function rowsEach(ctx: MemberContext, filter: DeliveryFilter, window: number) {
  const { sql } = ctx.db;
  return sql`select greatest(${PAGE + 1}::bigint, ${window}::bigint / greatest(count(*), 1))
               from webhook_endpoints p where ${ofEndpoints(ctx, filter)}`;
}

/** Starts from the events of a few payments, which the log's order doesn't find. */
function findOfPayments(ctx: MemberContext, filter: DeliveryFilter, ids: readonly string[]): Promise<Row[]> {
  const { sql } = ctx.db;
  const { after, order } = inOrder(ctx);
  const eventId = z.guid().safeParse(filter.q).data ?? null;
  return sql<Row[]>`
    select ${selected(ctx)}, p.id as "endpointId", p.url, i.amount_micros as "amountMicros", i.reference
      from events e
      join webhook_deliveries d on d.event_id = e.id
      join webhook_endpoints p on p.id = d.endpoint_id and p.merchant_id = e.merchant_id
      left join payment_intents i on i.id = e.intent_id and i.merchant_id = e.merchant_id
     where e.merchant_id = ${ctx.merchantId} and (e.intent_id = any(${[...ids]}::uuid[]) or e.id = ${eventId})
       and ${after(filter.before)}
       and ${isPicked(ctx, filter)} ${andWithin(sql, sql`d.created_at`, filter.period)} and ${ofEndpoints(ctx, filter)}
     order by ${order} limit ${PAGE + 1}`;
}

function selected(ctx: MemberContext) {
  const { sql } = ctx.db;
  return sql`d.id, e.type, e.intent_id as "intentId", d.status, d.attempts, d.last_status as "lastStatus",
               d.last_error as "lastError", d.next_attempt_at as "nextAttemptAt", d.created_at as "createdAt",
               ${inOrder(ctx).micros}`;
}

/** What is compared row by row. */
function isPicked(ctx: MemberContext, { status, event }: DeliveryFilter) {
  const { sql } = ctx.db;
  return sql`true ${statusIs(ctx, status)} ${event ? sql`and e.type = ${event}` : sql``}`;
}

function ofEndpoints({ db: { sql }, merchantId, environment }: MemberContext, filter: DeliveryFilter) {
  const endpoint = filter.endpoint ?? null;
  return sql`p.merchant_id = ${merchantId} and p.environment = ${environment}
       and (${endpoint}::uuid is null or p.id = ${endpoint})`;
}

function hasReference({ db: { sql }, merchantId }: MemberContext, { ids, text }: Common) {
  return sql`and exists (
           select from payment_intents n
            where n.id = e.intent_id and n.merchant_id = ${merchantId}
              and (strpos(lower(n.reference), lower(${text}::text)) > 0 or n.id = any(${[...ids]}::uuid[])))`;
}

/** Written out: with a parameter, the statement could not use the partial index of failed deliveries. */
function statusIs({ db: { sql } }: MemberContext, status: DeliveryFilter["status"]) {
  if (status === "failed") return sql`and d.status = 'failed'`;
  if (status === "pending") return sql`and d.status = 'pending'`;
  return status === "delivered" ? sql`and d.status = 'delivered'` : sql``;
}
