import { databaseBatch } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import { inForce } from "@/lib/payments/prices/in-force";
import type { RateSource } from "@/lib/payments/prices/quote";

/** The rate that prices in a currency are quoted at now, and how long such a quote holds at most. */
export type RateInForce = { rate: string; source: RateSource; spreadBps: number; lifeSeconds: number };

type Wanted = { merchantId: string; currency: string };
type Found = { rate: string | null; source: RateSource | null; spreadBps: number; lifeSeconds: number };

/**
 * The rate of a business for a currency; callers at the same time share a statement. `none`: the business doesn't price
 * in this currency; `too_old`: its rate is older than the business allows.
 */
export function findRate(db: Database, wanted: Wanted): Promise<RateInForce | "none" | "too_old"> {
  return finder(db)(wanted);
}

const finder = databaseBatch("prices.rate", async ({ sql }, wanted: Wanted[]) => {
  const rows = await sql<(Wanted & Found)[]>`
    select e.merchant_id as "merchantId", e.currency, e.spread_bps as "spreadBps", m.quote_life_seconds as "lifeSeconds",
           now.rate, now.source
      from unnest(${wanted.map((one) => one.merchantId)}::uuid[], ${wanted.map((one) => one.currency)}::text[]) w(merchant_id, currency)
      join exchange_rates e on e.merchant_id = w.merchant_id and e.currency = w.currency
      join merchants m on m.id = e.merchant_id
     cross join lateral ${inForce(sql)} now`;
  const found = new Map(rows.map((row) => [`${row.merchantId} ${row.currency}`, row]));
  return wanted.map(({ merchantId, currency }) => {
    const row = found.get(`${merchantId} ${currency}`);
    if (!row) return "none";
    const { rate, source, spreadBps, lifeSeconds } = row;
    return rate === null || source === null ? "too_old" : { rate, source, spreadBps, lifeSeconds };
  });
});
