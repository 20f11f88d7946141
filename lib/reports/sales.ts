import type { Context, Environment } from "@/lib/context";
import type { Sql } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import type { PeriodEnd, SalesPeriodInput } from "@/lib/reports/schemas";

export type SalesReport = {
  merchantName: string;
  terminalName: string;
  start: Date;
  end: Date;
  totalMicros: bigint;
  salesCount: bigint;
};

/**
 * What a terminal collected in [start, end). Without a start, from the beginning of the business day that `end` lies in;
 * without an end, until now; both to the millisecond, so that one report's end is the next one's start. Whole UTC days
 * and hours come from their sums, the edges from the intents themselves: exact, and quick at any size.
 * Error: `invalid_period` when the start lies after the end.
 */
export async function salesReport(
  ctx: Context,
  terminal: { terminalId: string; environment: Environment },
  period: SalesPeriodInput,
): Promise<SalesReport> {
  const { sql } = ctx.db;
  const { terminalId, environment } = terminal;
  const [report] = await sql<(SalesReport & { backwards: boolean })[]>`
    with t as (
      select t.id, t.name, m.name as merchant_name, t.time_zone as zone,
             make_interval(mins => t.business_day_start_minutes) as opens,
             date_trunc('milliseconds', now()) as now
        from terminals t join merchants m on m.id = t.merchant_id where t.id = ${terminalId}),
    ends as (select t.*, ${boundary(sql, period.end)} as ends from t),
    p as (
      select ends.*, coalesce(${boundary(sql, period.start)},
               (date_trunc('day', (ends.ends at time zone zone) - opens) + opens) at time zone zone) as starts
        from (select ends.id, ends.name, merchant_name, zone, opens, now, coalesce(ends.ends, now) as ends from ends) ends),
    h as (
      select p.*, date_trunc('hour', starts + interval '1 hour' - interval '1 microsecond', 'UTC') as first_hour,
             date_trunc('hour', ends, 'UTC') as last_hour,
             date_trunc('day', starts + interval '1 day' - interval '1 microsecond', 'UTC') as first_day,
             date_trunc('day', ends, 'UTC') as last_day from p),
    spans as (
      select 'day' as span, first_day as begins, last_day as ends from h
      union all select 'hour', first_hour, least(first_day, last_hour) from h
      union all select 'hour', greatest(last_day, first_day), last_hour from h),
    parts as (
      select s.total_micros as total, s.sales_count as sales from h, spans, sales_sums s
       where s.terminal_id = h.id and s.environment = ${environment} and s.span = spans.span
         and s.starts_at >= spans.begins and s.starts_at < spans.ends
      union all
      select sum(i.amount_micros), count(*) from h, payment_intents i
       where i.terminal_id = h.id and i.environment = ${environment} and i.status = 'paid'
         and i.paid_at >= h.starts and i.paid_at < least(h.first_hour, h.ends)
      union all
      select sum(i.amount_micros), count(*) from h, payment_intents i
       where i.terminal_id = h.id and i.environment = ${environment} and i.status = 'paid'
         and i.paid_at >= greatest(h.last_hour, h.first_hour) and i.paid_at < h.ends)
    select p.merchant_name as "merchantName", p.name as "terminalName", p.starts as start, p.ends as end,
           p.starts > p.ends as backwards,
           (select coalesce(sum(total), 0)::bigint from parts) as "totalMicros",
           (select coalesce(sum(sales), 0)::bigint from parts) as "salesCount"
      from p`;
  if (!report) throw new Error(`terminal ${terminalId} of an authenticated key is gone`);
  if (report.backwards) {
    throw new DomainError("invalid_period", "start lies after end. Give the earlier moment as start.");
  }
  return report;
}

/** SQL for one end of the period, in the zone of the terminal; null when it was not given. */
function boundary(sql: Sql, end: PeriodEnd | undefined) {
  if (!end) return sql`null::timestamptz`;
  if (end.kind === "instant") return sql`${end.text}::timestamptz`;
  if (end.kind === "local") return sql`(${end.text}::timestamp at time zone zone)`;
  return sql`((${end.text}::date + opens) at time zone zone)`;
}
