import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { isoCursor } from "@/lib/base/lists/cursor";
import type { Price } from "@/lib/base/values/currencies";
import { isByPayment, isWanted } from "@/lib/payments/lists/conditions";
import type { Scan } from "@/lib/payments/lists/scan";
import { type Stream, streamsOf } from "@/lib/payments/lists/streams";

/** How many rows of each index are read at most. */
const COUNTED_MAX = 20_000;

export type PaymentTotals = {
  count: number;
  /** there may be more than `count`, and the sums are incomplete */
  isMore: boolean;
  amountMicros: bigint;
  receivedMicros: bigint;
  /** the sum of the prices in each currency, by code */
  prices: Price[];
  /** how many come before the cursor in the list, newest first; for a newer page, its own payments included */
  before: number;
};

type Sums = {
  count: number;
  amountMicros: bigint;
  receivedMicros: bigint;
  /** in JSON, so the sums are text */
  prices: { currency: string; minor: string }[];
  before: number;
};

/** The number of payments sought, on all pages, and the sums of their amounts. Reads a bounded number of rows. */
export async function countPayments(ctx: MemberContext, scan: Scan, most = COUNTED_MAX): Promise<PaymentTotals> {
  const streams = streamsOf(ctx, scan).filter((stream) => stream.keys.length > 0);
  const counted = await Promise.all(streams.map((stream) => countStream(ctx, stream, scan, most)));
  const totals = { count: 0, isMore: false, amountMicros: 0n, receivedMicros: 0n, before: 0 };
  for (const { looked, count, amountMicros, receivedMicros, before } of counted) {
    totals.count += count;
    totals.isMore ||= looked > most;
    totals.amountMicros += amountMicros;
    totals.receivedMicros += receivedMicros;
    totals.before += before;
  }
  return { ...totals, prices: addPrices(counted) };
}

function addPrices(counted: Pick<Sums, "prices">[]): Price[] {
  const sums = new Map<string, bigint>();
  for (const { currency, minor } of counted.flatMap(({ prices }) => prices)) {
    sums.set(currency, (sums.get(currency) ?? 0n) + BigInt(minor));
  }
  return [...sums]
    .map(([currency, minor]) => ({ currency, minor }))
    .toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}

/** Counts and adds up those payments of `ids` that match the filter. */
export async function countMatches(ctx: MemberContext, ids: string[], scan: Scan): Promise<PaymentTotals> {
  const { sql } = ctx.db;
  const at = isByPayment(scan) ? sql`i.paid_at` : sql`i.created_at`;
  const [sums] = await sql<Sums[]>`
    with found as (
      select i.id, ${at} as at, i.amount_micros, i.received_micros, i.price_currency, i.price_minor from payment_intents i
       where i.id = any(${ids}::uuid[]) and ${isWanted(ctx, scan)})
    select count(*)::int as count, coalesce(sum(w.amount_micros), 0) as "amountMicros",
           coalesce(sum(w.received_micros), 0) as "receivedMicros",
           (count(*) filter (where ${isBefore(ctx, scan)}))::int as before, ${sumPrices(ctx)} as prices
      from found w`;
  if (!sums) throw new Error("an aggregate without groups returned no row");
  return { ...sums, prices: addPrices([sums]), isMore: false };
}

async function countStream(ctx: MemberContext, stream: Stream, scan: Scan, most: number) {
  const { sql } = ctx.db;
  const [counted] = await sql<(Sums & { looked: number })[]>`
    with t as materialized (
      select id from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${scan.filter.terminal.length === 0 ? sql`true` : sql`id = any(${scan.filter.terminal}::uuid[])`}),
    b as (select t.id as terminal_id, k.key from t cross join unnest(${stream.keys}::text[]) k(key)),
    looked as (
      select w.* from b cross join lateral (
        select i.id, ${stream.at} as at, i.amount_micros, i.received_micros, i.status, i.flags,
               i.price_minor, i.price_currency, i.reference, i.created_at
          from payment_intents i where ${stream.where}) w
       limit ${most + 1}),
    found as (
      select w.* from looked w where ${stream.picks.reduce((all, pick) => sql`${all} and ${pick}`, sql`true`)})
    select (select count(*) from looked)::int as looked, count(*)::int as count,
           coalesce(sum(w.amount_micros), 0) as "amountMicros",
           coalesce(sum(w.received_micros), 0) as "receivedMicros",
           (count(*) filter (where ${isBefore(ctx, scan)}))::int as before, ${sumPrices(ctx)} as prices
      from found w`;
  if (!counted) throw new Error("an aggregate without groups returned no row");
  return counted;
}

/** The sums of the prices of `found`, as JSON. */
function sumPrices({ db: { sql } }: MemberContext) {
  return sql`(
    select coalesce(json_agg(json_build_object('currency', p.currency, 'minor', p.minor::text)), '[]')
      from (select f.price_currency as currency, sum(f.price_minor) as minor from found f
             where f.price_currency is not null group by f.price_currency) p)`;
}

/** Condition: row `w` comes before the page that the cursor asks for; for a newer page, on it or before it. */
function isBefore({ db: { sql } }: MemberContext, { cursor }: Scan) {
  const columns = { key: sql`w.at`, id: sql`w.id` };
  if (!cursor) return sql`false`;
  const past = isoCursor.past(sql, cursor, columns, cursor.direction);
  return cursor.direction === "newer" ? past : sql`not ${past}`;
}
