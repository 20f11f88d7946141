import type { Transaction } from "@/lib/base/db/client";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { type RecordedTransfers, recordTransfers } from "@/lib/settlement/ledger/record";

/** What PostgreSQL says of a value that a column cannot hold: its class of errors "data exception". */
const DATA_EXCEPTION = /^22/;

/**
 * Records transfers as `recordTransfers` does. Those whose sums exceed what the ledger can hold are returned in `unfit`
 * and hold up no others. A token may have any supply, so a stranger may send such amounts.
 */
export async function recordWhatFits(
  tx: Transaction,
  network: string,
  transfers: readonly WatchedTransfer[],
): Promise<RecordedTransfers & { unfit: WatchedTransfer[] }> {
  const recorded = await tryRecord(tx, network, transfers);
  if (recorded) return { ...recorded, unfit: [] };
  const [one] = transfers;
  if (transfers.length === 1 && one) return { ...NONE, unfit: [one] };
  const middle = Math.ceil(transfers.length / 2);
  const first = await recordWhatFits(tx, network, transfers.slice(0, middle));
  const second = await recordWhatFits(tx, network, transfers.slice(middle));
  return {
    arrived: [...first.arrived, ...second.arrived],
    left: [...first.left, ...second.left],
    paid: first.paid + second.paid,
    beforeLedger: first.beforeLedger + second.beforeLedger,
    fromOpening: first.fromOpening + second.fromOpening,
    unfit: [...first.unfit, ...second.unfit],
  };
}

const NONE: RecordedTransfers = { arrived: [], left: [], paid: 0, beforeLedger: 0, fromOpening: 0 };

async function tryRecord(
  tx: Transaction,
  network: string,
  transfers: readonly WatchedTransfer[],
): Promise<RecordedTransfers | null> {
  try {
    return (await tx.savepoint((inner) => recordTransfers(inner, network, transfers))) as RecordedTransfers;
  } catch (error) {
    if (DATA_EXCEPTION.test(String((error as { code?: unknown }).code))) return null;
    throw error;
  }
}
