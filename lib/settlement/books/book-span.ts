import { z } from "zod";
import type { MerchantContext } from "@/lib/base/context/context";
import type { Sql } from "@/lib/base/db/client";
import { type Span, spanFrom } from "@/lib/payments/reports/report-spans";

const Day = z.iso.date({ error: "must be a date, for example 2026-03-01" });

/** Calendar days in the business's time zone, both included. */
const BookSpan = z.object({ from: Day, to: Day });

/**
 * SQL: whether a time is within a span of days, on the clock of a business. Its bounds are read once and not joined, so
 * that an index by time is read in its order and no further than a page.
 */
export function isInSpan({ db: { sql }, merchantId }: MerchantContext, time: ReturnType<Sql>, { from, to }: Span) {
  return sql`
    ${time} >= (select ${from}::text::date::timestamp at time zone time_zone from merchants where id = ${merchantId})
      and ${time} < (
        select (${to}::text::date + 1)::timestamp at time zone time_zone from merchants where id = ${merchantId})`;
}

/** The days in an address; the last whole month without any. Pure. */
export function readBookSpan(params: Record<string, unknown>, today: string): Span {
  return BookSpan.safeParse(params).data ?? monthBefore(today);
}

/** The month before the one that a day is in. Pure. */
export function monthBefore(day: string): Span {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const first = new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
  return spanFrom(first, { to: day }, "month");
}
