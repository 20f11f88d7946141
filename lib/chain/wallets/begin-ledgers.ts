import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { isWatched } from "@/lib/chain/wallets/watch-set";

/**
 * Starts the ledgers of addresses behind the newest known block; what they hold by then is their opening balance.
 * Addresses that are watched already keep their ledger. Call it before the addresses are added to a wallet.
 */
export async function beginLedgers(tx: Transaction, network: string, addresses: readonly HexAddress[]): Promise<void> {
  await tx`
    insert into address_ledgers as l (network, address, since_block)
    select c.network, u.address, c.head_number from chain_cursors c cross join unnest(${[...addresses]}::text[]) u(address)
     where c.network = ${network} order by u.address
    on conflict (network, address) do update set since_block = excluded.since_block, opening_micros = null
     where not exists (select from receive_addresses a where a.address = l.address and ${isWatched(tx)})`;
}

/**
 * When a chain is read for the first time, the ledger of every address starts at this block. The caller holds the
 * ledger lock.
 */
export async function beginAllLedgers(tx: Transaction, network: string, block: number): Promise<void> {
  await tx`
    insert into address_ledgers (network, address, since_block)
    select ${network}, address, ${block} from receive_addresses order by address
    on conflict (network, address) do update set since_block = excluded.since_block, opening_micros = null`;
  await tx`
    with known as (select id from receive_addresses where balance_at is not null order by id for no key update)
    update receive_addresses set balance_at = null, balance_block = null, differs_at = null
     where id = any(array(select id from known))`;
}
