import type { Transaction } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import type { HexAddress } from "@/lib/base/tron/address";
import type { Unreadable, WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { type ItemDraft, NO_PLACE, openItems, type UnbookedTransfer } from "@/lib/payments/attention/items";
import { getOwners } from "@/lib/settlement/ledger/disputed";
import { attributeTransfers } from "@/lib/settlement/ledger/leases";

/**
 * Opens an item for each transfer that could not be read. They are not recorded; a later read that succeeds records
 * them and settles the item. Returns the ids of the new items.
 */
export async function openUnreadable(
  tx: Transaction,
  network: string,
  unreadable: readonly Unreadable[],
): Promise<string[]> {
  if (unreadable.length === 0) return [];
  const owners = await getOwners(tx, unreadable.map(getOwnAddress));
  const attributed = await attributeTransfers(
    tx,
    unreadable.map((one) => ({ ...one, to: getOwnAddress(one) })),
  );
  const opened = await openItems(
    tx,
    unreadable.flatMap((one, index): ItemDraft[] => {
      const merchantId = owners.get(getOwnAddress(one));
      const intentId = one.arrives ? (attributed[index]?.intentId ?? null) : null;
      const about = { kind: "unreadable" as const, transferId: null, amountMicros: one.amountMicros ?? 0n };
      return merchantId ? [{ ...about, merchantId, intentId, disputed: toDetails(network, one) }] : [];
    }),
  );
  if (opened.length > 0)
    log().warn({ network, hashes: unreadable.map((one) => one.txHash) }, "transfers could not be read");
  return opened;
}

/** A transfer that was read but that the ledger can't hold. */
export function toUnreadable(transfer: WatchedTransfer): Unreadable {
  return { ...transfer, arrives: transfer.arrives !== false };
}

function getOwnAddress({ arrives, to, from }: Unreadable): HexAddress {
  return (arrives ? to : from) as HexAddress;
}

function toDetails(network: string, one: Unreadable): UnbookedTransfer {
  const { txHash, logIndex, from, to, amountMicros, blockNumber, blockHash, occurredAt } = one;
  return {
    network,
    txHash,
    logIndex: logIndex ?? NO_PLACE,
    address: to,
    from,
    blockNumber,
    blockHash,
    amountMicros: amountMicros === null ? null : String(amountMicros),
    occurredAt: occurredAt.toISOString(),
  };
}
