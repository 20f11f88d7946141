import type { bookLines, merchants, paymentIntents, terminals } from "@/drizzle/schema";
import type { EnvironmentContext, Tenant } from "@/lib/base/context/context";
import { isInSpan } from "@/lib/settlement/books/book-span";

type Line = typeof bookLines.$inferSelect;

/** A line of the books as it is read. */
export type BookLine = Omit<Line, "merchantId" | "environment"> & {
  /** its day in the business's time zone: `2026-03-01` */
  day: string;
  /** the business's time zone */
  zone: (typeof merchants.$inferSelect)["timeZone"];
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

/** Everyone but a key of one terminal reads all lines. */
type Reader = EnvironmentContext & Partial<Pick<Tenant, "terminalIds">>;

/**
 * The lines of a span of days by time and number, at most `limit` after a cursor. A reader of some terminals is shown
 * the lines of their payments only. One query.
 */
export function readLines(ctx: Reader, { from, to, after, limit }: ReadLinesInput): Promise<BookLine[]> {
  const { merchantId, environment, terminalIds = null } = ctx;
  const { sql } = ctx.db;
  return sql<BookLine[]>`
    select l.number::float8 as number, l.kind, l.occurred_at as "occurredAt", l.booked_at as "bookedAt",
           l.reverses::float8 as reverses, l.asset, l.micros, l.address, l.counterparty, l.currency,
           l.value_minor as "valueMinor", l.rate, l.rate_source as "rateSource",
           l.reversed_value_minor as "reversedValueMinor", l.network, l.tx_hash as "txHash", l.log_index as "logIndex",
           l.intent_id as "intentId", l.terminal_id as "terminalId", l.refund_id as "refundId", l.source_id as "sourceId",
           (l.occurred_at at time zone m.time_zone)::date::text as day, m.time_zone as zone,
           jsonb_build_object('at', l.occurred_at::text, 'number', l.number) as cursor, i.reference, t.name as terminal
      from book_lines l
      join merchants m on m.id = l.merchant_id
      left join payment_intents i on i.id = l.intent_id and i.merchant_id = l.merchant_id
      left join terminals t on t.id = l.terminal_id and t.merchant_id = l.merchant_id
     where l.merchant_id = ${merchantId} and l.environment = ${environment}
       and ${isInSpan(ctx, sql`l.occurred_at`, { from, to })}
       and ${terminalIds ? sql`l.terminal_id = any(${terminalIds}::uuid[])` : sql`true`}
       and (l.occurred_at, l.number) > (${after?.at ?? "-infinity"}::text::timestamptz, ${after?.number ?? 0}::bigint)
     order by l.occurred_at, l.number limit ${limit}`;
}
