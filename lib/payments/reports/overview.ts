import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { inTurn } from "@/lib/base/pacing/turns";
import { finalRefunds } from "@/lib/payments/refunds/final-refunds";
import { medianPayTime } from "@/lib/payments/reports/median-pay-time";
import { type OverviewPeriod, type OverviewSpan, overviewPeriods } from "@/lib/payments/reports/overview-periods";
import { pendingNow } from "@/lib/payments/reports/pending-now";
import { sumPeriods } from "@/lib/payments/reports/sum-periods";

/** The totals of a span, or of the span before it up to the same time of its last day. */
export type OverviewTotals = {
  micros: bigint;
  paid: bigint;
  expired: bigint;
  cancelled: bigint;
  /** of the latest thousand paid payments; null without any */
  medianSeconds: number | null;
};

/** Final in a span, those of money without a payment included. */
type Refunded = { refundedMicros: bigint; refunds: bigint };

export type OverviewBucket = { starts: Date; ends: Date; micros: bigint; paid: bigint; microsBefore: bigint };

/**
 * A merchant's takings of today by hour, or of the last 7 or 30 days by day, up to now and in its time zone, with those
 * of the span before. Sums are exact to the millionth: whole hours come from stored sums, the rest is added up by
 * payment.
 */
export async function overview(ctx: MemberContext, span: OverviewSpan) {
  const { now, zone, buckets, totals } = await overviewPeriods(ctx, span);
  const [sales, unpaid, current, before, pending, refunded] = await Promise.all([
    sums(ctx, "sales", buckets),
    sums(ctx, "unpaid", totals),
    medianPayTime(ctx, totals[0]),
    medianPayTime(ctx, totals[1]),
    pendingNow(ctx),
    sumRefunds(ctx, totals[0]),
  ]);
  const half = buckets.length / 2;
  const total = (from: number, to: number, index: 0 | 1) =>
    sales.slice(from, to).reduce((sum, pair) => sum + pair[index], 0n);
  const toTotals = (place: 0 | 1, medianSeconds: number | null): OverviewTotals => ({
    micros: total(place * half, (place + 1) * half, 0),
    paid: total(place * half, (place + 1) * half, 1),
    expired: unpaid[place]?.[0] ?? 0n,
    cancelled: unpaid[place]?.[1] ?? 0n,
    medianSeconds,
  });
  return {
    now,
    zone,
    pending,
    current: { ...toTotals(0, current), ...refunded },
    before: toTotals(1, before),
    buckets: buckets.slice(0, half).map(
      ({ starts, ends }, index): OverviewBucket => ({
        starts,
        ends,
        micros: sales[index]?.[0] ?? 0n,
        paid: sales[index]?.[1] ?? 0n,
        microsBefore: sales[half + index]?.[0] ?? 0n,
      }),
    ),
  };
}

/**
 * The two figures of each period, over every terminal that the member can see. In turn: open overviews of many
 * terminals read often.
 */
async function sums(
  ctx: MemberContext,
  source: "sales" | "unpaid",
  periods: { starts: Date; until: Date }[],
): Promise<[bigint, bigint][]> {
  const { sql } = ctx.db;
  const rows = await inTurn(
    ctx.actor.userId,
    () => sql<{ key: number; first: bigint; second: bigint }[]>`
    with periods as (
      select n::int as key, t.id as terminal_id, p.starts, p.ends
        from unnest(${periods.map((one) => one.starts.toISOString())}::timestamptz[],
                    ${periods.map((one) => one.until.toISOString())}::timestamptz[]) with ordinality p(starts, ends, n)
       cross join terminals t
       where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")} and p.starts < p.ends)
    select key, coalesce(sum(first), 0) as first, coalesce(sum(second), 0)::bigint as second
      from (${sumPeriods(sql, source, ctx.environment)}) parts group by key`,
  );
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return periods.map((_, index) => [byKey.get(index + 1)?.first ?? 0n, byKey.get(index + 1)?.second ?? 0n]);
}

/** Of every terminal that the member can see; of the business's own only for those who see all. */
async function sumRefunds(ctx: MemberContext, { starts, until }: OverviewPeriod): Promise<Refunded> {
  const { sql } = ctx.db;
  const from = sql`${starts.toISOString()}::timestamptz`;
  const to = sql`${until.toISOString()}::timestamptz`;
  const [sum] = await inTurn(
    ctx.actor.userId,
    () => sql<[Refunded]>`
      select coalesce(sum(r.micros), 0) as "refundedMicros", count(*) as refunds
        from (${finalRefunds(sql, ctx, { from, to })}) r where ${visibleTerminals(ctx, "r.terminal_id")}`,
  );
  return sum;
}
