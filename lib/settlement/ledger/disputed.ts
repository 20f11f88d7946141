import type { attentionItems, receiveAddresses } from "@/drizzle/schema";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { HexAddress } from "@/lib/base/tron/address";
import { clearAlarm, raiseAlarm } from "@/lib/chain/nodes/alarms";
import type { ChainTransfer, WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { type DisputedTransfer, type ItemDraft, openItems } from "@/lib/payments/attention/items";
import { attributeTransfers } from "@/lib/settlement/ledger/leases";

/**
 * Opens an item for each transfer that a second provider denies, or with `isHeld` hasn't confirmed yet, and raises an
 * alarm. These transfers are not recorded and hold up no others; when the providers agree later, they are recorded and
 * their items settled.
 */
export async function openDisputed(
  tx: Transaction,
  network: string,
  transfers: readonly WatchedTransfer[],
  { isHeld = false } = {},
): Promise<string[]> {
  if (transfers.length === 0) return [];
  const owners = await getOwners(tx, transfers.map(getOwnAddress));
  const attributed = await attributeTransfers(tx, transfers);
  const opened = await openItems(
    tx,
    transfers.flatMap((transfer, index): ItemDraft[] => {
      const merchantId = owners.get(getOwnAddress(transfer));
      const intentId = transfer.arrives === false ? null : (attributed[index]?.intentId ?? null);
      const about = { kind: "disputed" as const, transferId: null, amountMicros: transfer.amountMicros };
      return merchantId ? [{ ...about, merchantId, intentId, disputed: toDetails(network, transfer, isHeld) }] : [];
    }),
  );
  if (opened.length > 0) {
    const transferCount = opened.length === 1 ? "1 transfer" : `${opened.length} transfers`;
    const message = isHeld
      ? `The second node isn't responding or is behind, so ${transferCount} of a large amount can't be confirmed.`
      : `Nodes disagree about ${transferCount}.`;
    await raiseAlarm(tx, { network, kind: "disputed", message });
  }
  return opened;
}

function getOwnAddress({ arrives, to, from }: WatchedTransfer): string {
  return arrives === false ? from : to;
}

/** The merchant of each address that is one of ours. */
export async function getOwners(tx: Transaction, addresses: string[]): Promise<Map<string, string>> {
  const rows = await tx<Pick<typeof receiveAddresses.$inferSelect, "address" | "merchantId">[]>`
    select address, merchant_id as "merchantId" from receive_addresses where address = any(${addresses})`;
  return new Map(rows.map((row) => [row.address, row.merchantId]));
}

function toDetails(network: string, transfer: WatchedTransfer, isHeld: boolean): DisputedTransfer {
  const { txHash, logIndex, to, from, amountMicros, blockNumber, blockHash, occurredAt } = transfer;
  return {
    network,
    txHash,
    logIndex,
    address: to,
    from,
    amountMicros: String(amountMicros),
    blockNumber,
    blockHash,
    occurredAt: occurredAt.toISOString(),
    ...(isHeld && { isHeld }),
  };
}

export type Dispute = ChainTransfer & { itemId: string; isHeld?: boolean };

/**
 * The open disputes, or only the held ones. Of many, some: in random order, so that endless ones keep no other from its
 * turn.
 */
export async function openDisputes(sql: Sql, network: string, only: "held" | "all"): Promise<Dispute[]> {
  const rows = await sql<(Pick<typeof attentionItems.$inferSelect, "id"> & { disputed: DisputedTransfer })[]>`
    select id, disputed from attention_items
     where kind = 'disputed' and resolved_at is null and disputed ->> 'network' = ${network}
       and ${only === "held" ? sql`disputed ->> 'isHeld' = 'true'` : sql`true`}
     order by random() limit 100`;
  return rows.map(({ id, disputed: { address, from, amountMicros, occurredAt, ...rest } }) => ({
    itemId: id,
    ...rest,
    to: address as HexAddress,
    from: from as HexAddress,
    amountMicros: BigInt(amountMicros),
    occurredAt: new Date(occurredAt),
  }));
}

/** Turns held items into disputes, after a provider has denied their transfers. */
export async function endHolds(sql: Sql, itemIds: string[]): Promise<void> {
  if (itemIds.length === 0) return;
  await sql`update attention_items set disputed = disputed - 'isHeld' where id = any(${itemIds}::uuid[]) and resolved_at is null`;
}

/** Ends the alarm once no dispute is open. */
export async function clearDisputed(sql: Sql, network: string): Promise<void> {
  const [open] = await sql`
    select id from attention_items
     where kind = 'disputed' and resolved_at is null and disputed ->> 'network' = ${network} limit 1`;
  if (!open) await clearAlarm(sql, { network, kind: "disputed" });
}
