import type { UnreadTransaction } from "@/lib/chain/nodes/ask-logs";
import type { ChainTransfer, Unreadable, WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { readReceipts } from "@/lib/chain/nodes/receipts";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import type { Block, Log, Receipt } from "@/lib/chain/nodes/rpc-values";
import type { Scanned, SeenLog } from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

export type Checked = {
  transfers: WatchedTransfer[];
  rejected: SeenLog[];
  /** no node has a receipt for it, or its amount exceeds what the ledger can hold */
  unreadable: Unreadable[];
};

/**
 * Turns logs into transfers. A log alone proves nothing: nodes keep logs of transactions that were rolled back. Only
 * logs found identically in the receipt of a successful transaction in the same block pass. Error: `lagging` when the
 * node lacks a block or has another one there, and for a while when it lacks a receipt.
 */
export async function checkLogs(ctx: WatchContext, rpc: Rpc, { logs, unread }: Scanned): Promise<Checked> {
  const checked: Checked = { transfers: [], rejected: [], unreadable: unread.map(toUnreadable) };
  if (logs.length === 0) return checked;
  const numbers = [...new Set(logs.map((log) => log.blockNumber))];
  const blockOf = new Map(logs.map((log) => [log.txHash, log.blockHash]));
  const fits = (receipt: Receipt) => receipt.blockHash === blockOf.get(receipt.txHash);
  const { receipts, blocks } = await readReceipts(ctx, rpc, { hashes: [...blockOf.keys()], numbers, fits });
  requireBlocks(rpc, logs, blocks);
  for (const log of logs) {
    const receipt = receipts.get(log.txHash);
    const block = blocks.get(log.blockNumber) as Block;
    const { amountMicros } = log;
    if (receipt && !(receipt.succeeded && holdsLog(receipt, log))) checked.rejected.push(log);
    else if (receipt && amountMicros !== null) {
      checked.transfers.push(toTransfer(ctx.network.id, { ...log, amountMicros }, block));
    } else checked.unreadable.push({ ...log, logIndex: log.logIndex, occurredAt: block.time });
  }
  return checked;
}

function requireBlocks(rpc: Rpc, logs: readonly SeenLog[], blocks: ReadonlyMap<number, Block>): void {
  const astray = logs.find((log) => blocks.get(log.blockNumber)?.hash !== log.blockHash);
  if (!astray) return;
  throw new RpcError("lagging", `${rpc.host}: inconsistent data for transaction ${astray.txHash}`);
}

/** Whether the receipt holds exactly this log: index, contract, topics and amount. */
export function holdsLog(receipt: Receipt, log: Pick<Log, "logIndex" | "address" | "topics" | "data">): boolean {
  return receipt.logs.some(
    (one) =>
      one.logIndex === log.logIndex &&
      one.address === log.address &&
      one.data === log.data &&
      one.topics.join() === log.topics.join(),
  );
}

function toTransfer(network: string, log: SeenLog & { amountMicros: bigint }, block: Block): WatchedTransfer {
  const { txHash, logIndex, from, to, amountMicros, blockNumber, blockHash, arrives, leaves } = log;
  const transfer: ChainTransfer = {
    network,
    txHash,
    logIndex,
    from,
    to,
    amountMicros,
    blockNumber,
    blockHash,
    occurredAt: block.time,
  };
  return { ...transfer, arrives, leaves };
}

function toUnreadable({ side, address, ...block }: UnreadTransaction): Unreadable {
  const [arrives, leaves] = [side === "to", side === "from"];
  return {
    ...block,
    logIndex: null,
    from: leaves ? address : null,
    to: arrives ? address : null,
    amountMicros: null,
    arrives,
  };
}
