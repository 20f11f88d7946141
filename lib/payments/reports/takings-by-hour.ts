import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import type { Transaction } from "@/lib/base/db/client";
import { inTurn } from "@/lib/base/pacing/turns";
import { daysInPieces } from "@/lib/payments/reports/report-spans";
import type { TakingsInput } from "@/lib/payments/reports/takings";
import { tipSum } from "@/lib/payments/reports/tip-sum";

export type HourRow = {
  /** 0 to 23 on the terminals' clocks */
  hour: number;
  micros: bigint;
  sales: bigint;
  /** the part of `micros` that is tips entered at the keypad */
  tipMicros: bigint;
};

/** No report may keep PostgreSQL busy for long. */
const LONGEST_MS = 5_000;
/** Days that one query reads. */
const PIECE_DAYS = 14;
/** `query_canceled` */
const TOOK_TOO_LONG = "57014";

/**
 * The takings and tips of whole business days by hour of the terminals' clocks, for hours that have any. They add up to
 * those of `takings` for the same input, which also checks the period. Every paid payment of the period is read, from
 * an index, a few days at a time; null if that takes longer than `longestMs`, the time that it waits for its turns not
 * counted.
 */
export async function takingsByHour(
  ctx: MemberContext,
  input: TakingsInput,
  longestMs = LONGEST_MS,
): Promise<HourRow[] | null> {
  const hours = new Map<number, HourRow>();
  let left = longestMs;
  for (const days of daysInPieces(input, PIECE_DAYS)) {
    const piece = await inTurn(ctx.actor.userId, async () => {
      const started = performance.now();
      const rows = await readWithin(left, ctx, { ...input, ...days });
      left -= performance.now() - started;
      return rows;
    });
    if (piece === null || left <= 0) return null;
    for (const row of piece) hours.set(row.hour, added(hours.get(row.hour), row));
  }
  return [...hours.values()].sort((a, b) => a.hour - b.hour);
}

function added(sum: HourRow | undefined, row: HourRow): HourRow {
  if (!sum) return row;
  return {
    hour: row.hour,
    micros: sum.micros + row.micros,
    sales: sum.sales + row.sales,
    tipMicros: sum.tipMicros + row.tipMicros,
  };
}

async function readWithin(ms: number, ctx: MemberContext, input: TakingsInput): Promise<HourRow[] | null> {
  try {
    return await ctx.db.sql.begin(async (tx) => {
      await tx`select set_config('statement_timeout', ${String(Math.ceil(ms))}, true)`;
      return readHours(tx, ctx, input);
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === TOOK_TOO_LONG) return null;
    throw error;
  }
}

function readHours(
  sql: Transaction,
  ctx: MemberContext,
  { from, to, terminals = [] }: TakingsInput,
): Promise<HourRow[]> {
  const tips = tipSum(sql);
  const hour = sql`extract(hour from i.paid_at at time zone t.zone)::int as hour`;
  const isOfPeriod = sql`
    i.environment = ${ctx.environment} and i.status = 'paid'
      and i.paid_at >= (${from}::text::date + t.opens) at time zone t.zone
      and i.paid_at < (${to}::text::date + 1 + t.opens) at time zone t.zone`;
  return sql<HourRow[]>`
    with t as (
      select id, time_zone as zone, make_interval(mins => business_day_start_minutes) as opens
        from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${terminals.length === 0 ? sql`true` : sql`id = any(${terminals}::uuid[])`}),
    sales as (
      select ${hour}, sum(i.amount_micros) as micros, count(*)::bigint as count
        from t join payment_intents i on i.terminal_id = t.id
       where ${isOfPeriod} group by 1),
    tips as (
      select ${hour}, ${tips.micros} as micros
        from t join payment_intents i on i.terminal_id = t.id ${tips.joined}
       where ${isOfPeriod} and ${tips.hasTip} group by 1)
    select hour, sales.micros, sales.count as sales, coalesce(tips.micros, 0) as "tipMicros"
      from sales left join tips using (hour) order by hour`;
}
