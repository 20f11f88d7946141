import { databaseBatch } from "@/lib/base/db/batch";
import type { Database } from "@/lib/base/db/client";
import type { RateSource } from "@/lib/payments/prices/quote";

/** The rate that prices in a currency are quoted at now. */
export type RateInForce = { rate: string; source: RateSource; spreadBps: number };

type Wanted = { merchantId: string; currency: string };
type Found = { rate: string | null; source: RateSource | null; spreadBps: number };

/**
 * The rate of a business for a currency; callers at the same time share a statement. `none`: the business doesn't price
 * in this currency; `too_old`: its rate is older than the business allows.
 */
export function findRate(db: Database, wanted: Wanted): Promise<RateInForce | "none" | "too_old"> {
  return finder(db)(wanted);
}

const finder = databaseBatch("prices.rate", async ({ sql }, wanted: Wanted[]) => {
  const rows = await sql<(Wanted & Found)[]>`
    select e.merchant_id as "merchantId", e.currency, e.spread_bps as "spreadBps", now.rate, now.source
      from unnest(${wanted.map((one) => one.merchantId)}::uuid[], ${wanted.map((one) => one.currency)}::text[]) w(merchant_id, currency)
      join exchange_rates e on e.merchant_id = w.merchant_id and e.currency = w.currency
     cross join lateral (
       select case when e.source = 'par' then '1' when fetched.is_fresh then e.fetched_rate when manual.is_fresh then e.manual_rate end as rate,
              case when e.source = 'par' then 'par' when fetched.is_fresh then 'url' when manual.is_fresh then 'manual' end as source
         from (select coalesce(e.fetched_at > now() - make_interval(secs => e.url_max_age_seconds), false) as is_fresh) fetched,
              (select coalesce(e.manual_at > now() - make_interval(secs => e.manual_max_age_seconds), false) as is_fresh) manual) now`;
  const found = new Map(rows.map((row) => [`${row.merchantId} ${row.currency}`, row]));
  return wanted.map(({ merchantId, currency }) => {
    const row = found.get(`${merchantId} ${currency}`);
    if (!row) return "none";
    const { rate, source, spreadBps } = row;
    return rate === null || source === null ? "too_old" : { rate, source, spreadBps };
  });
});
