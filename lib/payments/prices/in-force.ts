import type { Sql, Transaction } from "@/lib/base/db/client";

/**
 * SQL of a query for one row: `rate` and `source` of the rate in force, and `until` when it is too old unless another
 * one comes first (null: it doesn't age), of the row `e` of `exchange_rates`. All three are null if no rate is in
 * force.
 */
export function inForce(sql: Sql | Transaction) {
  return sql`(
    select case when e.source = 'par' then '1' when u.fetched > clock_timestamp() then e.fetched_rate
                when u.manual > clock_timestamp() then e.manual_rate end as rate,
           case when e.source = 'par' then 'par' when u.fetched > clock_timestamp() then 'url'
                when u.manual > clock_timestamp() then 'manual' end as source,
           case when e.source = 'par' then null when u.fetched > clock_timestamp() then u.fetched
                when u.manual > clock_timestamp() then u.manual end as until
      from (select e.fetched_at + make_interval(secs => e.url_max_age_seconds) as fetched,
                   e.manual_at + make_interval(secs => e.manual_max_age_seconds) as manual) u)`;
}

/**
 * SQL condition: the price of row `r`, with columns as in `payment_intents`, is quoted at the rate in force, and such a
 * quote holds for `quote_life_s`. Not `exists`, for which PostgreSQL may read the whole table.
 */
export function isInForce(sql: Sql | Transaction) {
  return sql`coalesce((
    select true from exchange_rates e join merchants m on m.id = e.merchant_id cross join lateral ${inForce(sql)} now
     where e.merchant_id = r.merchant_id and e.currency = r.price_currency and e.spread_bps = r.price_spread_bps
       and now.rate = r.price_rate and now.source = r.price_source and m.quote_life_seconds = r.quote_life_s), false)`;
}
