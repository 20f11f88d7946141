import type { bookLines } from "@/drizzle/schema";
import type { Transaction } from "@/lib/base/db/client";
import type { Value } from "@/lib/settlement/books/compare";
import type { Wanted } from "@/lib/settlement/books/lines";
import { valueAtRate } from "@/lib/settlement/books/value";

export type Valuable = Pick<Wanted, "asset" | "micros" | "at" | "ratedAt" | "quoted"> & { merchantId: string };

type Line = typeof bookLines.$inferSelect;
type Found = { place: number } & Pick<Line, "currency" | "rate" | "rateSource">;

/**
 * The value of each line in the currency that the business had on its day: a share of the payment's price in that
 * currency, or else at the rate in force at its block's time, without spread; if there was none, at the rate that a
 * person has filled in for that day. TRX has only those.
 */
export async function findValues(tx: Transaction, lines: readonly Valuable[]): Promise<Value[]> {
  if (lines.length === 0) return [];
  const list = <T>(pick: (line: Valuable) => T) => lines.map(pick);
  const rows = await tx<Found[]>`
    select w.place::int as place, c.currency, coalesce(h.rate, f.rate) as rate,
           case when h.rate is not null then h.source when f.rate is not null then 'filled' end as "rateSource"
      from unnest(${list((l) => l.merchantId)}::uuid[], ${list((l) => l.asset)}::text[],
                  ${list((l) => l.at.toISOString())}::text[], ${list((l) => l.ratedAt.toISOString())}::text[])
             with ordinality as u(merchant_id, asset, at_text, rated_text, place)
     cross join lateral (
       select u.merchant_id, u.asset, u.place, u.at_text::timestamptz as at, u.rated_text::timestamptz as rated) w
      join merchants m on m.id = w.merchant_id
      left join lateral (
        select c.currency from merchant_currencies c
         where c.merchant_id = m.id and c.since <= (w.at at time zone m.time_zone)::date
         order by c.since desc, c.created_at desc, c.id desc limit 1) c on true
      left join lateral (
        select case when h.valid_until is null or h.valid_until > w.rated then h.rate end as rate, h.source
          from exchange_rate_history h
         where w.asset = 'USDT' and h.merchant_id = m.id and h.currency = c.currency and h.since <= w.rated
         order by h.since desc limit 1) h on true
      left join lateral (
        select f.rate from book_rates f
         where f.merchant_id = m.id and f.currency = c.currency and f.asset = w.asset
           and (w.rated at time zone m.time_zone)::date between f.first_day and f.last_day
         order by f.created_at desc, f.id desc limit 1) f on true
     order by w.place`;
  return rows.map((row, index) => toValue(lines[index] as Valuable, row));
}

function toValue({ micros, quoted }: Valuable, { currency, rate, rateSource }: Found): Value {
  const none = { currency, valueMinor: null, rate: null, rateSource: null, reversedValueMinor: null };
  if (currency === null) return none;
  if (quoted?.currency === currency) {
    return { ...none, valueMinor: quoted.minor, rate: quoted.rate, rateSource: "quote" };
  }
  if (rate === null) return none;
  return { ...none, valueMinor: valueAtRate(micros, { currency, rate }), rate, rateSource };
}
