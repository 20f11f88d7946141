import type { ChainTransfer } from "@/lib/settlement/chain-transfer";
import type { SeenTransfer } from "@/lib/settlement/record";
import type { Rpc } from "@/lib/settlement/rpc";
import { blockAt, receiptOf } from "@/lib/settlement/rpc-calls";
import { RpcError } from "@/lib/settlement/rpc-error";
import type { Block, Log, Receipt } from "@/lib/settlement/rpc-values";
import type { SeenLog } from "@/lib/settlement/scan";

export type Checked = { transfers: SeenTransfer[]; rejected: SeenLog[] };

/**
 * Turns logs into transfers. A log alone is no payment: nodes keep those of transactions that were rolled back. Only what
 * the receipt of a successful transaction holds, in the same block and word for word, passes. Error: `lagging` when the node
 * lacks a receipt or a block, or has another block there.
 */
export async function checkLogs(rpc: Rpc, network: string, logs: readonly SeenLog[]): Promise<Checked> {
  const hashes = [...new Set(logs.map((log) => log.txHash))];
  const numbers = [...new Set(logs.map((log) => log.blockNumber))];
  if (hashes.length === 0) return { transfers: [], rejected: [] };
  const answers = await rpc.ask([...hashes.map(receiptOf), ...numbers.map(blockAt)]);
  const receipts = new Map(hashes.map((hash, index) => [hash, answers[index] as Receipt | null]));
  const blocks = new Map(numbers.map((number, index) => [number, answers[hashes.length + index] as Block | null]));
  const checked: Checked = { transfers: [], rejected: [] };
  for (const log of logs) {
    const receipt = receipts.get(log.txHash);
    const block = blocks.get(log.blockNumber);
    if (!receipt || block?.hash !== log.blockHash || receipt.blockHash !== log.blockHash) {
      throw new RpcError("lagging", `${rpc.host}: what it says of transaction ${log.txHash} does not fit together`);
    }
    if (receipt.succeeded && holdsLog(receipt, log)) checked.transfers.push(transferOf(network, log, block));
    else checked.rejected.push(log);
  }
  return checked;
}

/** The very same log: place, contract, topics and amount. */
export function holdsLog(receipt: Receipt, log: Pick<Log, "logIndex" | "address" | "topics" | "data">): boolean {
  return receipt.logs.some(
    (one) =>
      one.logIndex === log.logIndex &&
      one.address === log.address &&
      one.data === log.data &&
      one.topics.join() === log.topics.join(),
  );
}

function transferOf(network: string, log: SeenLog, block: Block): SeenTransfer {
  const { txHash, logIndex, from, to, amountMicros, blockNumber, blockHash, arrives, leaves } = log;
  const transfer: ChainTransfer = {
    ...{ network, txHash, logIndex, from, to, amountMicros, blockNumber, blockHash },
    occurredAt: block.time,
  };
  return { ...transfer, arrives, leaves };
}
