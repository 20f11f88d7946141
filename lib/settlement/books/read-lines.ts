import type { bookLines, paymentIntents, terminals } from "@/drizzle/schema";
import type { EnvironmentContext } from "@/lib/base/context/context";

type Line = typeof bookLines.$inferSelect;

/** A line of the books as it is read. */
export type BookLine = Omit<Line, "merchantId" | "environment"> & {
  /** its day in the business's time zone: `2026-03-01` */
  day: string;
  /** where the next page begins: `after` */
  cursor: LineCursor;
  reference: (typeof paymentIntents.$inferSelect)["reference"];
  terminal: (typeof terminals.$inferSelect)["name"] | null;
};

/** Times have microseconds, which a `Date` hasn't. */
export type LineCursor = { at: string; number: number };

export type ReadLinesInput = {
  /** calendar days in the business's time zone, both included: `2026-03-01` */
  from: string;
  to: string;
  /** the cursor of the last line that was read */
  after?: LineCursor | undefined;
  limit: number;
};

/** The lines of a span of days by time and number, at most `limit` after a cursor. One query. */
export function readLines(
  { db: { sql }, merchantId, environment }: EnvironmentContext,
  { from, to, after, limit }: ReadLinesInput,
): Promise<BookLine[]> {
  return sql<BookLine[]>`
    with span as (
      select time_zone as zone, ${from}::text::date::timestamp at time zone time_zone as starts,
             (${to}::text::date + interval '1 day') at time zone time_zone as ends
        from merchants where id = ${merchantId})
    select l.number::float8 as number, l.kind, l.occurred_at as "occurredAt", l.booked_at as "bookedAt",
           l.reverses::float8 as reverses, l.asset, l.micros, l.address, l.counterparty, l.currency,
           l.value_minor as "valueMinor", l.rate, l.rate_source as "rateSource",
           l.reversed_value_minor as "reversedValueMinor", l.network, l.tx_hash as "txHash", l.log_index as "logIndex",
           l.intent_id as "intentId", l.terminal_id as "terminalId", l.refund_id as "refundId", l.source_id as "sourceId",
           (l.occurred_at at time zone s.zone)::date::text as day,
           jsonb_build_object('at', l.occurred_at::text, 'number', l.number) as cursor, i.reference, t.name as terminal
      from span s
      join book_lines l on l.occurred_at >= s.starts and l.occurred_at < s.ends
      left join payment_intents i on i.id = l.intent_id and i.merchant_id = l.merchant_id
      left join terminals t on t.id = l.terminal_id and t.merchant_id = l.merchant_id
     where l.merchant_id = ${merchantId} and l.environment = ${environment}
       and (l.occurred_at, l.number) > (${after?.at ?? "-infinity"}::text::timestamptz, ${after?.number ?? 0}::bigint)
     order by l.occurred_at, l.number limit ${limit}`;
}
