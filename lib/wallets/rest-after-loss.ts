import type { Sql } from "@/lib/db/client";
import { MIN_COOLDOWN_SECONDS } from "@/lib/wallets/cooldown";

/** A lost payment waits for a day at most, and its unpaid address cools down for another. */
const REST_SECONDS = 2 * 86_400;

/**
 * After the latest changes of the database were lost, customers may still pay to addresses of payments that it doesn't know.
 * So that none of them pays another's: every address cools down for two days (those of a list for the minimum if it gets short),
 * and an extended public key goes on at the last address that is watched ahead. Returns the number of addresses.
 */
export async function restAfterLoss(sql: Sql): Promise<number> {
  return sql.begin(async (tx) => {
    // the order of locks as everywhere: wallets, then addresses by id
    await tx`
      update receiving_wallets w set next_index = greatest(w.next_index, ahead.last)
        from (select wallet_id, max(derivation_index) as last from receive_addresses where is_ahead group by wallet_id) ahead
       where ahead.wallet_id = w.id and w.retired_at is null`;
    const rested = await tx`
      with held as (
        select a.id from receive_addresses a join receiving_wallets w on w.id = a.wallet_id
         where a.retired_at is null and (a.derivation_index is null or a.derivation_index < w.next_index)
         order by a.id for update of a)
      update receive_addresses a
         set is_ahead = false, rests_until = greatest(a.rests_until, now() + make_interval(secs => ${REST_SECONDS})),
             rests_at_least_until = greatest(a.rests_at_least_until, now() + make_interval(secs => ${MIN_COOLDOWN_SECONDS}))
        from held where held.id = a.id`;
    return rested.count;
  });
}
