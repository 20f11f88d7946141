import { z } from "zod";
import type { MerchantContext } from "@/lib/base/context/context";
import { businessDay } from "@/lib/base/time/business-day";

export const OVERVIEW_SPANS = ["today", "7d", "30d"] as const;
export const OverviewSpan = z.enum(OVERVIEW_SPANS);
export type OverviewSpan = z.infer<typeof OverviewSpan>;

export type OverviewPeriod = {
  starts: Date;
  ends: Date;
  /** `ends`, or the time of the comparison if that is earlier */
  until: Date;
};

const DAYS: Record<OverviewSpan, number> = { today: 1, "7d": 7, "30d": 30 };

/**
 * The hours of today or the days of a longer span in the merchant's time zone, then as many of the span before, and
 * both spans as a whole. A day of 23, 24½ or 25 hours has its own number of hours; earlier days are calendar days.
 */
export async function overviewPeriods(ctx: MerchantContext, span: OverviewSpan) {
  const days = DAYS[span];
  const step = span === "today" ? "hour" : "day";
  const rows = await ctx.db.sql<Row[]>`
    with m as (
      select time_zone as zone, interval '0' as opens, date_trunc('milliseconds', now()) as now
        from merchants where id = ${ctx.merchantId}),
    sides as (
      select side, zone, m.now, ${businessDay(ctx.db.sql, "now")} - make_interval(days => ${days} * (side + 1) - 1) as first,
             ((m.now at time zone zone) - make_interval(days => ${days} * side)) at time zone zone as moment
        from m, generate_series(0, 1) side),
    spans as (
      select *, first at time zone zone as starts, (first + make_interval(days => ${days})) at time zone zone as ends from sides),
    steps as (
      select side, s as starts, least(s + interval '1 hour', ends) as ends, moment
        from spans, generate_series(starts, ends - interval '1 microsecond', interval '1 hour') s where ${step} = 'hour'
      union all
      select side, d at time zone zone, (d + interval '1 day') at time zone zone, moment
        from spans, generate_series(first, first + make_interval(days => ${days - 1}), interval '1 day') d where ${step} = 'day')
    select 'step' as kind, side, starts, ends, least(ends, moment) as until, null as zone, null as now from steps
    union all
    select 'total', side, starts, ends, least(ends, moment), zone, now from spans
     order by kind, side, starts`;
  const periods = (kind: string, side: number) =>
    rows
      .filter((row) => row.kind === kind && row.side === side)
      .map(({ starts, ends, until }) => ({ starts, ends, until }));
  const whole = rows.find((row) => row.kind === "total");
  if (!whole?.now || !whole.zone) throw new Error(`merchant ${ctx.merchantId} is gone`);
  return {
    now: whole.now,
    zone: whole.zone,
    buckets: [...periods("step", 0), ...evened(periods("step", 1), periods("step", 0).length)],
    totals: [...periods("total", 0), ...periods("total", 1)] as [OverviewPeriod, OverviewPeriod],
  };
}

type Row = OverviewPeriod & { kind: string; side: number; zone: string | null; now: Date | null };

/** Exactly `length` periods: a longer day's surplus goes into the last one, a shorter day gets empty ones. */
function evened(periods: OverviewPeriod[], length: number): OverviewPeriod[] {
  const last = periods.at(-1);
  if (!last || periods.length === length) return periods;
  if (periods.length < length) {
    const empty = { starts: last.ends, ends: last.ends, until: last.ends };
    return [...periods, ...Array.from({ length: length - periods.length }, () => empty)];
  }
  const kept = periods.slice(0, length);
  return kept.map((one, index) => (index < length - 1 ? one : { ...one, ends: last.ends, until: last.until }));
}
