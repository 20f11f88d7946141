import type { Sql, Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { afterBlock } from "@/lib/chain/wallets/after-block";

export type WatchedAddress = {
  address: HexAddress;
  /** the ledger of this address starts behind this block; earlier transfers are ignored */
  since: number;
  /** the live intent that waits on it now */
  intentId: string | null;
  /** what arrives in or before this block isn't that intent's; null without one */
  afterBlock: number | null;
};

type Row = Omit<WatchedAddress, "since" | "afterBlock"> & { since: bigint; afterBlock: bigint | null };

/**
 * The addresses whose transfers are read: every one of the wallets that are set, leased or not, since a customer or an
 * app may have kept any of them; those of a wallet that was replaced, or that are never used again, for thirty more
 * days and as long as they hold more than a sweep leaves, or a balance that the ledger hasn't reached yet; and those
 * with a prepared refund that has not left yet.
 */
export async function watchSet(sql: Sql, network: string): Promise<WatchedAddress[]> {
  const rows = await sql.begin(async (tx) => {
    await planByIndex(tx);
    return watchedRows(tx, network);
  });
  return rows.map(({ since, afterBlock, ...row }) => ({
    ...row,
    since: Number(since),
    afterBlock: afterBlock === null ? null : Number(afterBlock),
  }));
}

/**
 * For statements like that of `watchedRows`. Planned anew each time: a plan that was kept while there were few
 * addresses takes minutes with many. By indexes alone: PostgreSQL may expect so much of one wallet that it reads all
 * addresses for each wallet.
 */
export async function planByIndex(tx: Transaction): Promise<void> {
  await tx`set local plan_cache_mode = force_custom_plan`;
  await tx`set local enable_seqscan = off`;
}

/**
 * Finds each reason's addresses by an index for it, because most of a large number of used addresses may be watched no
 * more. Then looks each one up on its own instead of joining: PostgreSQL expects next to no active leases when its
 * statistics were made while there were few, and then compares every address with every one of them.
 */
export function watchedRows(tx: Transaction, network: string) {
  return tx<Row[]>`
    select a.address,
           coalesce((select since_block from address_ledgers where network = ${network} and address = a.address), 0) as since,
           held.intent_id as "intentId", ${afterBlock(tx, "held")} as "afterBlock"
      from receive_addresses a
      left join lateral (
        select * from address_leases where address_id = a.id and released_at is null offset 0) held on true
     where a.id = any(array(
             select id from receive_addresses where last_leased_at > ${sometimeAgo(tx)}
             union all
             select id from receive_addresses where retired_at > ${sometimeAgo(tx)}
             union all
             select id from receive_addresses where balance_micros > 1
             union all
             select id from receive_addresses where balance_block is not null
             union all
             select id from receive_addresses where last_leased_at is null and retired_at is null
             union all
             select own.id
               from receiving_wallets w
              cross join lateral (
                select id from receive_addresses where wallet_id = w.id and retired_at is null offset 0) own
              where w.retired_at is null and not (${isNeverReused(tx, tx`w.merchant_id`)})
             union all
             select address_id from address_leases where released_at is null
             union all
             select (select id from receive_addresses where address = f.from_address) from refunds f
              where ${waits(tx)}))
     order by a.address`;
}

/** SQL that a row `a` of receive_addresses is read: the condition that `watchedRows` has, for single addresses. */
export function isWatched(sql: Sql | Transaction) {
  return sql`(
    greatest(a.last_leased_at, a.retired_at) > ${sometimeAgo(sql)}
    or a.balance_micros > 1 or a.balance_block is not null
    or a.retired_at is null and (a.last_leased_at is null or not (${isNeverReused(sql, sql`a.merchant_id`)}))
    or exists (select from address_leases held where held.address_id = a.id and held.released_at is null)
    or exists (select from refunds f where f.from_address = a.address and ${waits(sql)}))`;
}

function sometimeAgo(sql: Sql | Transaction) {
  return sql`now() - interval '30 days'`;
}

function isNeverReused(sql: Sql | Transaction, merchantId: ReturnType<Sql>) {
  return sql`select never_reuse_addresses from merchants where id = ${merchantId}`;
}

/** A refund `f` that has not left. */
function waits(sql: Sql | Transaction) {
  return sql`f.status not in ('final', 'cancelled') and f.from_address is not null`;
}
