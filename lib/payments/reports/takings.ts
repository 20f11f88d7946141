import { z } from "zod";
import type { terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { inTurn } from "@/lib/base/pacing/turns";
import type { Price } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";
import { plainIssue } from "@/lib/base/values/input-errors";
import { finalRefunds } from "@/lib/payments/refunds/final-refunds";
import { type Span, type Step, toSpans } from "@/lib/payments/reports/report-spans";
import { sumPeriods, sumPrices } from "@/lib/payments/reports/sum-periods";

const MAX_DAYS = 366;

const Day = z.iso.date({ error: "must be a date, for example 2026-03-01" });
export const TakingsInput = z.object({
  /** business days, both included */
  from: Day,
  to: Day,
  /** empty: every terminal that the member can see */
  terminals: z.array(z.guid()).default([]),
});
export type TakingsInput = z.input<typeof TakingsInput>;

type Terminal = typeof terminals.$inferSelect;

/** What payments were priced at in a currency. */
export type PriceSum = Price & {
  /** their amounts in USDT */
  micros: bigint;
  sales: bigint;
};

export type TakingsRow = {
  terminalId: Terminal["id"];
  terminalName: Terminal["name"];
  /** `2026-03-01`, the business day of the terminal, or the first one of several */
  day: string;
  /** from the start of the business day to that after the last one, in the terminal's time zone */
  starts: Date;
  ends: Date;
  zone: Terminal["timeZone"];
  micros: bigint;
  sales: bigint;
  /** what the priced ones among them were priced at, by the code of the currency */
  prices: PriceSum[];
  /** the business's currency on the first day; null: only USDT */
  currency: string | null;
  /** of the terminal's payments, final on that day */
  refundedMicros: bigint;
  refunds: bigint;
};

/**
 * The takings of each terminal on each business day, by day and name; the sums match the API's sales report. Days
 * follow each terminal's time zone and business day start, and a refund belongs to the one on which it became final.
 * Refunds of money without a payment are in `refundsWithoutPayment`. Error: `invalid_period` if `to` is before `from`
 * or over 366 days later.
 */
export async function takings(ctx: MemberContext, input: TakingsInput): Promise<TakingsRow[]> {
  const all: TakingsRow[][] = [];
  for await (const rows of takingsInPieces(ctx, input)) all.push(rows);
  return all.flat();
}

/** Terminals times days or months that one query adds up: some 30 ms of PostgreSQL's time, 100 ms with prices. */
const PIECE = 1_000;

type Options = {
  /** a row for each business day or for each month of them, which add up to the same */
  step?: Step;
  signal?: AbortSignal;
};

/**
 * The same, whole days or months at a time, each by a query of its own that waits for its turn: a year of many
 * terminals is neither held in memory nor keeps others waiting. Throws its error at once, before anything is read;
 * `signal` ends it between two queries.
 */
export function takingsInPieces(
  ctx: MemberContext,
  input: TakingsInput,
  options: Options = {},
): AsyncGenerator<TakingsRow[]> {
  const parsed = TakingsInput.parse(input, { error: plainIssue });
  requirePeriod(parsed);
  return readPieces(ctx, parsed, options);
}

type Parsed = z.output<typeof TakingsInput>;

const DAY_MS = 86_400_000;

/** Error: see `takings`. */
export function requirePeriod({ from, to }: Span): void {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw new DomainError("invalid_period", "The end date is before the start date.", { field: "to" });
  if (days > MAX_DAYS) {
    throw new DomainError("invalid_period", `A report covers at most ${MAX_DAYS} days. Choose a shorter period.`, {
      field: "to",
    });
  }
}

async function* readPieces(
  ctx: MemberContext,
  input: Parsed,
  { step = "day", signal }: Options,
): AsyncGenerator<TakingsRow[]> {
  const terminals = await countTerminals(ctx, input);
  const each = Math.max(1, Math.floor(PIECE / Math.max(1, terminals)));
  const spans = toSpans(input, step);
  for (let start = 0; start < spans.length; start += each) {
    if (signal?.aborted) return;
    yield await inTurn(ctx.actor.userId, () => readTakings(ctx, input, spans.slice(start, start + each)));
  }
}

/**
 * The sum of all takings of a period, which is checked as by `takings`: a terminal's days follow each other, so they
 * are one period.
 */
export async function sumTakings(ctx: MemberContext, input: TakingsInput): Promise<bigint> {
  const parsed = TakingsInput.parse(input, { error: plainIssue });
  requirePeriod(parsed);
  const { from, to, terminals } = parsed;
  const { sql } = ctx.db;
  const [sum] = await inTurn(
    ctx.actor.userId,
    () => sql<[{ micros: bigint }]>`
      with periods as (
        select row_number() over () as key, id as terminal_id,
               (${from}::text::date + make_interval(mins => business_day_start_minutes)) at time zone time_zone as starts,
               (${to}::text::date + interval '1 day' + make_interval(mins => business_day_start_minutes))
                 at time zone time_zone as ends
          from terminals
         where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
           and ${terminals.length === 0 ? sql`true` : sql`id = any(${terminals}::uuid[])`})
      select coalesce(sum(first), 0) as micros from (${sumPeriods(sql, "sales", ctx.environment)}) parts`,
  );
  return sum.micros;
}

async function countTerminals(ctx: MemberContext, { terminals }: Parsed): Promise<number> {
  const { sql } = ctx.db;
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from terminals
     where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
       and ${terminals.length === 0 ? sql`true` : sql`id = any(${terminals}::uuid[])`}`;
  return row.count;
}

async function readTakings(ctx: MemberContext, { terminals }: Parsed, spans: Span[]): Promise<TakingsRow[]> {
  const { sql } = ctx.db;
  const refunded = finalRefunds(sql, ctx, {
    from: sql`(select min(starts) from periods)`,
    to: sql`(select max(ends) from periods)`,
  });
  const [firsts, lasts] = [spans.map(({ from }) => from), spans.map(({ to }) => to)];
  const rows = await sql<Row[]>`
    with t as (
      select id, name, time_zone as zone, make_interval(mins => business_day_start_minutes) as opens, archived_at
        from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${terminals.length === 0 ? sql`true` : sql`id = any(${terminals}::uuid[])`}),
    periods as (
      select row_number() over () as key, t.id as terminal_id, t.name, t.zone, t.archived_at, first as day,
             (first + opens) at time zone zone as starts, (last + 1 + opens) at time zone zone as ends
        from t cross join unnest(${firsts}::text[]::date[], ${lasts}::text[]::date[]) spans (first, last)),
    sums as (
      select key, coalesce(sum(first), 0) as micros, coalesce(sum(second), 0)::bigint as sales
        from (${sumPeriods(sql, "sales", ctx.environment)}) parts group by key),
    priced as (
      select key, currency, sum(minor)::text as minor, sum(micros)::text as micros, sum(sales)::text as sales
        from (${sumPrices(sql, ctx.environment)}) parts
       where exists (
         select from t join price_sums any_price on any_price.terminal_id = t.id
          where any_price.environment = ${ctx.environment})
       group by key, currency),
    prices as (select key, json_agg(to_jsonb(priced) - 'key' order by currency) as prices from priced group by key),
    refunded as (
      select key, sum(r.micros) as micros, count(*) as count
        from (${refunded}) r
        join periods p on p.terminal_id = r.terminal_id and r.final_at >= p.starts and r.final_at < p.ends
       group by key)
    select p.terminal_id as "terminalId", p.name as "terminalName", p.day::text as day, p.starts, p.ends, p.zone,
           s.micros, s.sales, prices.prices,
           (select c.currency from merchant_currencies c where c.merchant_id = ${ctx.merchantId} and c.since <= p.day
             order by c.since desc, c.created_at desc, c.id desc limit 1) as currency,
           coalesce(r.micros, 0) as "refundedMicros", coalesce(r.count, 0) as refunds
      from periods p join sums s using (key) left join refunded r using (key) left join prices using (key)
     where p.archived_at is null or s.sales > 0 or r.count > 0
     order by p.day, lower(p.name), p.terminal_id`;
  return rows.map(({ prices, ...row }) => ({ ...row, prices: (prices ?? []).map(toPriceSum) }));
}

type Row = Omit<TakingsRow, "prices"> & { prices: PriceText[] | null };
/** in JSON, so the sums are text */
type PriceText = Record<keyof PriceSum, string>;

function toPriceSum({ currency, minor, micros, sales }: PriceText): PriceSum {
  return { currency, minor: BigInt(minor), micros: BigInt(micros), sales: BigInt(sales) };
}
