import { and, eq, gte, lte, or } from "drizzle-orm";
import { chainSightings } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { notifyIntents } from "@/lib/base/db/listen";
import type { WatchedAddress } from "@/lib/chain/wallets/watch-set";
import { keyOf } from "@/lib/payments/intents/credit";
import type { Sighting } from "@/lib/settlement/watcher/head-scan";
import type { SeenAhead } from "@/lib/settlement/watcher/read-chain";

/**
 * Replaces the sightings in the blocks of the latest head scan by its own, and notifies the pages of the intents
 * concerned. A transfer that is seen again keeps the time when it was first seen. Sightings up to `readTo` are removed:
 * they are recorded by now or were not valid. Those between `readTo` and the scan's first block stay: neither has read
 * them. So do those above `head`, the node's latest block: it is behind the one that had them.
 */
export async function replaceSightings(
  tx: Transaction,
  network: string,
  { logs, fromBlock, readTo, head }: SeenAhead & Record<"readTo" | "head", number>,
  watched: readonly WatchedAddress[],
): Promise<void> {
  const waiting = new Map(watched.map((one) => [one.address, one]));
  const { txHash, logIndex, intentId, seenAt, blockNumber } = chainSightings;
  const isCovered = or(lte(blockNumber, readTo), gte(blockNumber, fromBlock));
  const gone = await orm(tx)
    .delete(chainSightings)
    .where(and(eq(chainSightings.network, network), lte(blockNumber, head), isCovered))
    .returning({ txHash, logIndex, intentId, seenAt });
  const firstSeen = new Map(gone.map((row) => [keyOf({ network, ...row }), row.seenAt]));
  const rows = logs.flatMap((log) => {
    const { intentId = null, afterBlock = null } = waiting.get(log.to) ?? {};
    const isBefore = afterBlock !== null && log.blockNumber <= afterBlock;
    return intentId && !isBefore
      ? [{ ...log, intentId, seenAt: firstSeen.get(keyOf({ network, ...log })) ?? null }]
      : [];
  });
  if (rows.length > 0) await insertSightings(tx, network, rows);
  await notifyIntents(
    tx,
    [...gone, ...rows].map((row) => row.intentId),
  );
}

type Row = Sighting & { intentId: string; seenAt: Date | null };

function insertSightings(tx: Transaction, network: string, rows: Row[]) {
  const list = <T>(pick: (row: Row) => T) => rows.map(pick);
  return tx`
    insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash, seen_at)
    select ${network}, tx_hash, log_index, intent, amount, block, block_hash, coalesce(seen::timestamptz, now())
      from unnest(${list((r) => r.txHash)}::text[], ${list((r) => r.logIndex)}::int[], ${list((r) => r.intentId)}::uuid[],
                  ${list((r) => String(r.amountMicros))}::bigint[], ${list((r) => r.blockNumber)}::bigint[],
                  ${list((r) => r.blockHash)}::text[], ${list((r) => r.seenAt?.toISOString() ?? null)}::text[])
           as r(tx_hash, log_index, intent, amount, block, block_hash, seen)
    on conflict do nothing`;
}

/** When the head could not be read: only what was recorded or is not valid goes. */
export async function removeRecordedSightings(tx: Transaction, network: string, block: number): Promise<void> {
  await orm(tx)
    .delete(chainSightings)
    .where(and(eq(chainSightings.network, network), lte(chainSightings.blockNumber, block)));
}

/**
 * Transfers that wait for a second provider, or whose receipt can't be read, are final but not recorded: the customer
 * still sees them, and isn't asked to pay again.
 */
export async function addUnrecordedSightings(tx: Transaction, network: string): Promise<void> {
  await tx`
    insert into chain_sightings (network, tx_hash, log_index, intent_id, amount_micros, block_number, block_hash)
    select ${network}, n.disputed ->> 'txHash', (n.disputed ->> 'logIndex')::int, n.intent_id, n.amount_micros,
           (n.disputed ->> 'blockNumber')::bigint, n.disputed ->> 'blockHash'
      from attention_items n join payment_intents i
             on i.id = n.intent_id and i.merchant_id = n.merchant_id and i.status = 'pending'
     where n.resolved_at is null and n.disputed ->> 'network' = ${network}
       and (n.kind = 'disputed' and n.disputed ->> 'isHeld' = 'true' or n.kind = 'unreadable' and n.amount_micros > 0)
    on conflict do nothing`;
}
