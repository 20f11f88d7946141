import type { MemberContext } from "@/lib/context";
import { visibleTerminals } from "@/lib/members/visible-terminals";
import type { TakingsInput } from "@/lib/reports/takings";

export type HourRow = {
  /** 0 to 23 on the terminals' clocks */
  hour: number;
  micros: bigint;
  sales: bigint;
  /** the part of `micros` that is tips entered at the keypad */
  tipMicros: bigint;
};

/**
 * The takings and tips of whole business days by hour of the terminals' clocks, for hours that have any. They add up to those
 * of `takings` for the same input, which also checks the period. Every paid payment of the period is read.
 */
export function takingsByHour(ctx: MemberContext, { from, to, terminals = [] }: TakingsInput): Promise<HourRow[]> {
  const { sql } = ctx.db;
  return sql<HourRow[]>`
    with t as (
      select id, time_zone as zone, make_interval(mins => business_day_start_minutes) as opens
        from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${terminals.length === 0 ? sql`true` : sql`id = any(${terminals}::uuid[])`})
    select extract(hour from i.paid_at at time zone t.zone)::int as hour, sum(i.amount_micros) as micros,
           count(*)::bigint as sales, coalesce(sum(tip.micros) filter (where tip.micros < i.amount_micros), 0) as "tipMicros"
      from t join payment_intents i on i.terminal_id = t.id and i.merchant_id = ${ctx.merchantId}
     cross join lateral (
       select case when i.metadata ->> 'tip_usdt' ~ '^[0-9]{1,9}([.][0-9]{1,6})?$'
                   then ((i.metadata ->> 'tip_usdt')::numeric * 1000000)::bigint end as micros) tip
     where i.environment = ${ctx.environment} and i.status = 'paid'
       and i.paid_at >= (${from}::text::date + t.opens) at time zone t.zone
       and i.paid_at < (${to}::text::date + 1 + t.opens) at time zone t.zone
     group by 1 order by 1`;
}
