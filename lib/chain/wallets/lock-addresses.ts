import type { Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";

/**
 * Locks addresses and their ledgers at once, of any merchant, before a transaction changes some of them for one reason
 * and others for the next: ledgers first, as for an address that is given out, each kind in one order. Unknown
 * addresses are left out.
 */
export async function lockAddresses(tx: Transaction, network: string, addresses: readonly HexAddress[]): Promise<void> {
  const list = [...addresses];
  await tx`
    select from address_ledgers where network = ${network} and address = any(${list}::text[])
     order by address for no key update`;
  await tx`select from receive_addresses where address = any(${list}::text[]) order by id for no key update`;
}
