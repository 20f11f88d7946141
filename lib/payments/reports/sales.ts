import type { merchants, terminals } from "@/drizzle/schema";
import type { Environment, MerchantContext } from "@/lib/base/context/context";
import { businessDay } from "@/lib/base/time/business-day";
import { instant } from "@/lib/base/time/resolve-period";
import { DomainError } from "@/lib/base/values/errors";
import { recordedUntil } from "@/lib/payments/intents/recording";
import { finalRefunds } from "@/lib/payments/refunds/final-refunds";
import type { SalesPeriodInput } from "@/lib/payments/reports/schemas";
import { sumPeriods } from "@/lib/payments/reports/sum-periods";

export type SalesReport = {
  merchantName: (typeof merchants.$inferSelect)["name"];
  terminalName: (typeof terminals.$inferSelect)["name"];
  start: Date;
  end: Date;
  totalMicros: bigint;
  salesCount: bigint;
  /** of the terminal's payments, final in the period */
  refundedMicros: bigint;
  refundsCount: bigint;
};

/** Each takes two queries, and a payment of this very millisecond takes as many as fit into it. */
const MAX_TRIES = 10;

/**
 * What a terminal of the merchant collected in [start, end). Defaults: the start of the business day that contains
 * `end`, and now. Unless `end` is in the future, it ends no later than all payments are recorded, so one report's end
 * can be the next one's start: no payment is missing or in both. Whole UTC days and hours come from stored sums, the
 * rest from the intents: exact, and fast at any size. Refunds count at their block's time, which is recorded about a
 * minute later. Error: `invalid_period` when start is after end.
 */
export async function salesReport(
  ctx: MerchantContext,
  terminal: Terminal,
  period: SalesPeriodInput,
): Promise<SalesReport> {
  for (let tries = 1; ; tries++) {
    const { isCut, ...report } = await readReport(ctx, terminal, period);
    if (!isCut || tries === MAX_TRIES) return report;
  }
}

type Terminal = { terminalId: string; environment: Environment };

/** `isCut`: a payment that is recorded is left to the next report, since it was paid in the millisecond of the end. */
async function readReport(
  { db: { sql }, merchantId }: MerchantContext,
  { terminalId, environment }: Terminal,
  period: SalesPeriodInput,
): Promise<SalesReport & { isCut: boolean }> {
  // in a statement of its own: a payment that is no longer under way then is visible to the next one
  const until = await recordedUntil(sql);
  const ofPeriod = { from: sql`(select starts from p)`, to: sql`(select ends from p)` };
  const [report] = await sql<(SalesReport & { isCut: boolean; isBackwards: boolean })[]>`
    with t as (
      select t.id, t.name, m.name as merchant_name, t.time_zone as zone,
             make_interval(mins => t.business_day_start_minutes) as opens,
             date_trunc('milliseconds', now()) as now, ${until.toISOString()}::timestamptz as until
        from terminals t join merchants m on m.id = t.merchant_id
       where t.id = ${terminalId} and t.merchant_id = ${merchantId}),
    asked as (select t.*, ${instant(sql, period.start)} as asked_start, ${instant(sql, period.end)} as asked_end from t),
    ended as (
      select asked.*, case when asked_end > now then asked_end else least(asked_end, until) end as ended from asked),
    p as (
      select ended.*, greatest(ended, asked_start) as ends,
             coalesce(asked_start, (${businessDay(sql, "ended")} + opens) at time zone zone) as starts
        from ended),
    periods as (select 0 as key, id as terminal_id, starts, ends from p),
    parts as (${sumPeriods(sql, "sales", environment)}),
    refunded as (
      select coalesce(sum(micros), 0) as micros, count(*) as count
        from (${finalRefunds(sql, { merchantId, environment }, ofPeriod)}) r where terminal_id = ${terminalId})
    select p.merchant_name as "merchantName", p.name as "terminalName", p.starts as start, p.ends as end,
           p.starts > coalesce(p.asked_end, p.now) as "isBackwards",
           p.ends = p.until and exists (
             select from payment_intents i
              where i.merchant_id = ${merchantId} and i.terminal_id = ${terminalId} and i.environment = ${environment}
                and i.status = 'paid' and i.paid_at >= p.ends and i.paid_at < p.ends + interval '1 ms') as "isCut",
           (select coalesce(sum(first), 0) from parts) as "totalMicros",
           (select coalesce(sum(second), 0)::bigint from parts) as "salesCount",
           refunded.micros as "refundedMicros", refunded.count as "refundsCount"
      from p cross join refunded`;
  if (!report) throw new Error(`terminal ${terminalId} of an authenticated key is gone`);
  const { isBackwards, ...read } = report;
  if (isBackwards) throw new DomainError("invalid_period", "start is after end. Send the earlier time as start.");
  return read;
}
