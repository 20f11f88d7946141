import type { Sql, Transaction } from "@/lib/db/client";
import type { HexAddress } from "@/lib/tron/address";

export type WatchedAddress = {
  address: HexAddress;
  /** the ledger of this address starts behind this block; earlier transfers are ignored */
  since: number;
  /** the live intent that waits on it now */
  intentId: string | null;
};

type Row = Omit<WatchedAddress, "since"> & { since: bigint };

/**
 * The addresses whose transfers are read: every one of the wallets that are set, leased or not, since a customer or an app
 * may have kept any of them; those of a wallet that was replaced, or that are never used again, for thirty more days; and
 * those with a prepared refund that has not left yet.
 */
export async function watchSet(sql: Sql, network: string): Promise<WatchedAddress[]> {
  const rows = await sql.begin(async (tx) => {
    // planned anew each time: a plan that was kept while there were few addresses takes minutes with many
    await tx`set local plan_cache_mode = force_custom_plan`;
    return watchedRows(tx, network);
  });
  return rows.map((row) => ({ ...row, since: Number(row.since) }));
}

/**
 * Looks each address up on its own instead of joining: PostgreSQL expects next to no active leases when its statistics were made
 * while there were few, and then compares every address with every one of them.
 */
export function watchedRows(tx: Transaction, network: string) {
  return tx<Row[]>`
    select a.address,
           coalesce((select since_block from address_ledgers where network = ${network} and address = a.address), 0) as since,
           (select intent_id from address_leases where address_id = a.id and released_at is null) as "intentId"
      from receive_addresses a
     where ${isWatched(tx)}
        or a.address = any(array(select from_address from refunds where outgoing_id is null and withdrawn_at is null))
     order by a.address`;
}

/** SQL that a row `a` of receive_addresses is read on its own account. */
export function isWatched(sql: Sql | Transaction) {
  return sql`(
    greatest(a.last_leased_at, a.retired_at) > now() - interval '30 days'
    or a.retired_at is null and (
         a.last_leased_at is null or not (select never_reuse_addresses from merchants where id = a.merchant_id))
    or exists (select from address_leases held where held.address_id = a.id and held.released_at is null))`;
}
