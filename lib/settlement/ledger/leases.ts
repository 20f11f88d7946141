import type { Transaction } from "@/lib/base/db/client";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { afterBlock } from "@/lib/chain/wallets/after-block";
import { attributeTransfer, type Lease } from "@/lib/settlement/ledger/attribute-transfer";

/** The lease of each transfer, in the transfers' order; null where there is none. */
export async function attributeTransfers(
  tx: Transaction,
  arriving: readonly Pick<WatchedTransfer, "to" | "blockNumber">[],
): Promise<(Lease | null)[]> {
  if (arriving.length === 0) return [];
  const leases = await leasesAround(tx, arriving);
  return arriving.map((one) => attributeTransfer(leases.get(one.to) ?? [], one.blockNumber));
}

/**
 * For each address the last lease before its first transfer, and all later ones in order; an address may have had
 * thousands. Two leases begin at the same block when the chain stood still between them; transfers then belong to the
 * later one.
 */
async function leasesAround(
  tx: Transaction,
  arriving: readonly Pick<WatchedTransfer, "to" | "blockNumber">[],
): Promise<Map<string, Lease[]>> {
  const first = new Map<string, number>();
  for (const { to, blockNumber } of arriving) {
    first.set(to, Math.min(first.get(to) ?? Number.POSITIVE_INFINITY, blockNumber));
  }
  const rows = await tx<{ address: string; intentId: string; afterBlock: bigint }[]>`
    select a.address, l.intent_id as "intentId", ${afterBlock(tx, "l")} as "afterBlock"
      from unnest(${[...first.keys()]}::text[], ${[...first.values()]}::bigint[]) as f(address, first)
           join receive_addresses a using (address) join address_leases l on l.address_id = a.id
     where ${afterBlock(tx, "l")} >= coalesce((select max(${afterBlock(tx, "e")}) from address_leases e
                                                where e.address_id = a.id and ${afterBlock(tx, "e")} < f.first), 0)
     order by ${afterBlock(tx, "l")}, l.leased_at, l.id`;
  const byAddress = new Map<string, Lease[]>();
  for (const { address, intentId, afterBlock } of rows) {
    const lease = { intentId, afterBlock: Number(afterBlock) };
    const known = byAddress.get(address);
    if (known) known.push(lease);
    else byAddress.set(address, [lease]);
  }
  return byAddress;
}
