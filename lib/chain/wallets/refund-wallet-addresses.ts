import type { Sql, Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { deriveAddresses } from "@/lib/base/tron/derive";

/** Which of the addresses are refund wallets of any business. They never receive payments. */
export async function findRefundWallets(
  sql: Sql | Transaction,
  addresses: readonly HexAddress[],
): Promise<Set<HexAddress>> {
  const rows = await sql<{ address: HexAddress }[]>`
    select address from refund_wallets where address = any(${[...addresses]}::text[]) and removed_at is null`;
  return new Set(rows.map(({ address }) => address));
}

/**
 * Addresses of an extended public key of which a refund wallet is refused, beyond those that exist. A later one is
 * passed over when its turn comes. Each takes 1.5 ms to derive.
 */
const LOOK_AHEAD = 100;

/** Whether an extended public key derives the address soon after an index. */
export function derivesSoon(xpub: string, nextIndex: number, address: HexAddress): boolean {
  return deriveAddresses(xpub, nextIndex, LOOK_AHEAD).includes(address);
}
