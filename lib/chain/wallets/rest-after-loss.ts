import { recordAudit } from "@/lib/base/audit/record";
import type { Actor } from "@/lib/base/context/context";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { liftTimeLimits } from "@/lib/base/db/lift-time-limits";
import { MIN_COOLDOWN_SECONDS } from "@/lib/chain/wallets/cooldown";
import { type AheadWallet, addAhead, GAP_LIMIT, highestIndex } from "@/lib/chain/wallets/watch-ahead";

/** A lost payment waits for a day at most, and its unpaid address cools down for another. */
const REST_SECONDS = 2 * 86_400;

/** Called again within this time, it is the same loss. */
const AGAIN_SECONDS = 3_600;

/** So many addresses are derived and written at once. */
const CHUNK = 500;

/**
 * After the latest changes of the database were lost, customers may still pay to addresses of payments that it doesn't
 * know. So that none of them pays another's: every address cools down for two days (those of a list for the minimum if
 * it gets short), and an extended public key goes on behind the addresses that were probably given out since. Call it
 * before the chain is read on: when it was last read says how much was lost. Returns the number of addresses. An
 * operator's own call is audited.
 */
export async function restAfterLoss(sql: Sql, operator?: Actor): Promise<number> {
  return sql.begin(async (tx) => {
    // with very many addresses it takes minutes, and a restore that fails here would have to begin anew
    await liftTimeLimits(tx);
    // the order of locks as everywhere: wallets, then addresses by id
    for (const wallet of await holdWallets(tx)) await goOnBehind(tx, wallet);
    const rested = await tx`
      with held as (
        select a.id from receive_addresses a join receiving_wallets w on w.id = a.wallet_id
         where a.retired_at is null and (a.derivation_index is null or a.derivation_index < w.next_index)
         order by a.id for update of a)
      update receive_addresses a
         set is_ahead = false, rests_after_loss_until = now() + make_interval(secs => ${REST_SECONDS}),
             rests_until = greatest(a.rests_until, now() + make_interval(secs => ${REST_SECONDS})),
             rests_at_least_until = greatest(a.rests_at_least_until, now() + make_interval(secs => ${MIN_COOLDOWN_SECONDS}))
        from held where held.id = a.id`;
    if (operator) {
      await recordAudit(tx, {
        merchantId: null,
        actor: operator,
        action: "addresses.rested",
        targetType: "installation",
        targetId: "addresses",
        after: { addresses: rested.count },
      });
    }
    return rested.count;
  });
}

/** `lately`: the number of addresses that were derived before the loss, in as much time as has passed since. */
type LostWallet = AheadWallet & { lately: number };

async function holdWallets(tx: Transaction): Promise<LostWallet[]> {
  return tx<LostWallet[]>`
    with read as (select max(passed_at) as until from chain_cursors)
    select w.id, w.merchant_id as "merchantId", w.xpub, w.next_index as "nextIndex",
           (select count(*)::int from receive_addresses a cross join read
             where a.wallet_id = w.id and a.merchant_id = w.merchant_id and a.derivation_index is not null
               and a.created_at between read.until - (now() - read.until) and read.until) as lately
      from receiving_wallets w
     where w.retired_at is null and w.xpub is not null
       and not exists (
         select from receive_addresses a
          where a.wallet_id = w.id and a.merchant_id = w.merchant_id
            and a.rests_after_loss_until > now() + make_interval(secs => ${REST_SECONDS - AGAIN_SECONDS}))
     order by w.id for no key update of w`;
}

/**
 * Moves the next index to the last address within the gap limit: wallets find it, also if none before it was given out.
 * If more than that were probably given out, twice as far as those; all are watched.
 */
async function goOnBehind(tx: Transaction, wallet: LostWallet): Promise<void> {
  const next = wallet.nextIndex + Math.max(GAP_LIMIT - 1, 2 * wallet.lately);
  const cursors = await tx<{ network: string }[]>`select network from chain_cursors order by network`;
  // no payment is created before the chain was read
  if (cursors.length === 0) return;
  const first = (await highestIndex(tx, wallet)) + 1;
  for (let from = first; from < next + GAP_LIMIT; from += CHUNK) {
    const count = Math.min(CHUNK, next + GAP_LIMIT - from);
    for (const { network } of cursors) await addAhead(tx, network, wallet, { from, count });
  }
  await tx`
    update receiving_wallets set next_index = ${next} where id = ${wallet.id} and merchant_id = ${wallet.merchantId}`;
}
