import type { Sql, Transaction } from "@/lib/base/db/client";
import { inForce } from "@/lib/payments/prices/in-force";

/**
 * The history says which rate was in force at a moment: that of the row which began last before it, until
 * `valid_until`. A row is added when the rate, its source or its end changes; of a rate that is read again and again
 * without a change, only before the last row ends. Writers hold the lock on the row of `exchange_rates`.
 */

type Whose = { merchantId: string; currency: string };

const SHORTEST_PAUSE_SECONDS = 60;
const LONGEST_PAUSE_SECONDS = 900;

/**
 * SQL for the seconds between two readings of a rate URL, of a row of `exchange_rates`. After a failure, it's a minute.
 */
export function readingPause(sql: Sql | Transaction) {
  return sql`least(greatest(url_max_age_seconds / 4, ${SHORTEST_PAUSE_SECONDS}), ${LONGEST_PAUSE_SECONDS})`;
}

/** Adds what has been in force since the last row by time alone. Call it before a change of the row. */
export async function continueHistory(tx: Transaction, { merchantId, currency }: Whose): Promise<void> {
  const row = tx`
    select *, fetched_at + make_interval(secs => url_max_age_seconds) as fetched_until,
           manual_at + make_interval(secs => manual_max_age_seconds) as manual_until,
           clock_timestamp() + make_interval(secs => 2 * ${SHORTEST_PAUSE_SECONDS}) as soon
      from exchange_rates where merchant_id = ${merchantId} and currency = ${currency}`;
  const last = lastRow(tx, { merchantId, currency });
  // the rate of the URL, as long as it was confirmed
  await tx`
    insert into exchange_rate_history (merchant_id, currency, since, valid_until, rate, source)
    select ${merchantId}, ${currency}, least(l.valid_until, clock_timestamp()), e.fetched_until, e.fetched_rate, 'url'
      from (${row}) e, (${last}) l
     where l.source = 'url' and l.rate = e.fetched_rate and l.valid_until < least(e.fetched_until, e.soon)`;
  // the one by hand, once that of the URL is too old
  await tx`
    insert into exchange_rate_history (merchant_id, currency, since, valid_until, rate, source)
    select ${merchantId}, ${currency}, e.fetched_until, e.manual_until, e.manual_rate, 'manual'
      from (${row}) e, (${last}) l
     where l.source = 'url' and e.fetched_until <= clock_timestamp() and e.manual_until > e.fetched_until`;
}

/**
 * Adds the rate that is in force now, unless the last row says so for long enough. Call it after a change of the row.
 */
export async function recordInForce(tx: Transaction, { merchantId, currency }: Whose): Promise<void> {
  await tx`
    insert into exchange_rate_history (merchant_id, currency, since, valid_until, rate, source)
    select ${merchantId}, ${currency}, clock_timestamp(), now.until, now.rate, now.source
      from exchange_rates e cross join lateral ${inForce(tx)} now
      left join (${lastRow(tx, { merchantId, currency })}) l on true
     where e.merchant_id = ${merchantId} and e.currency = ${currency} and now.rate is not null
       and ((l.rate, l.source) is distinct from (now.rate, now.source) or (now.until is null) <> (l.valid_until is null)
         or now.until < l.valid_until or (now.until > l.valid_until and (e.source <> 'url'
           or l.valid_until < clock_timestamp() + make_interval(secs => 2 * ${readingPause(tx)}))))`;
}

/** Adds that no rate is in force from now on. */
export async function recordNone(tx: Transaction, { merchantId, currency }: Whose, source: string): Promise<void> {
  await tx`
    insert into exchange_rate_history (merchant_id, currency, since, rate, source)
    values (${merchantId}, ${currency}, clock_timestamp(), null, ${source})`;
}

function lastRow(tx: Transaction, { merchantId, currency }: Whose) {
  return tx`
    select rate, source, valid_until from exchange_rate_history
     where merchant_id = ${merchantId} and currency = ${currency} order by since desc limit 1`;
}
