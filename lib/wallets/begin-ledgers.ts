import { liveNetwork } from "@/lib/chain/network";
import type { Sql, Transaction } from "@/lib/db/client";
import type { HexAddress } from "@/lib/tron/address";
import { isWatched } from "@/lib/wallets/watch-set";

/**
 * Begins the books of addresses behind the newest block that is known: what lies there already is their opening balance. Those
 * of an address that is being watched go on. To be called before the addresses become a wallet's.
 */
export async function beginLedgers(tx: Transaction, addresses: readonly HexAddress[]): Promise<void> {
  await tx`
    insert into address_ledgers as l (network, address, since_block)
    select c.network, u.address, c.head_number from chain_cursors c cross join unnest(${[...addresses]}::text[]) u(address)
     where c.network = ${liveNetwork()?.id ?? ""} order by u.address
    on conflict (network, address) do update set since_block = excluded.since_block, opening_micros = null
     where not exists (select from receive_addresses a where a.address = l.address and ${isWatched(tx)})`;
}

/** A chain is read for the first time from this block on: the books of every address begin there. */
export async function beginAllLedgers(sql: Sql, network: string, block: number): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`
      insert into address_ledgers (network, address, since_block)
      select ${network}, address, ${block} from receive_addresses order by address
      on conflict (network, address) do update set since_block = excluded.since_block, opening_micros = null`;
    await tx`
      with known as (select id from receive_addresses where balance_at is not null order by id for no key update)
      update receive_addresses set balance_at = null, balance_block = null, differs_at = null
       where id = any(array(select id from known))`;
  });
}
