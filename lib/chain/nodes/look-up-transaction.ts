import type { Network } from "@/lib/base/context/network";
import { requireBlockTimes } from "@/lib/chain/nodes/block-times";
import type { ChainTransfer } from "@/lib/chain/nodes/chain-transfer";
import { finalNumber } from "@/lib/chain/nodes/finality";
import type { Rpc } from "@/lib/chain/nodes/rpc";
import { blockAt, headNumber, receiptOf } from "@/lib/chain/nodes/rpc-calls";
import { RpcError } from "@/lib/chain/nodes/rpc-error";
import { type Block, parseTransfer } from "@/lib/chain/nodes/rpc-values";

/**
 * A transaction as one provider reports it. `transfers` excludes amounts of zero and amounts that the ledger can't
 * hold; `movesNothing`: all of the token's transfers in it have an amount of zero.
 */
export type LookedUp =
  /** `isBehind`: the provider lacks final blocks that were read from another one */
  | { state: "unknown"; isBehind: boolean }
  | { state: "failed" }
  | { state: "not_final"; confirmations: number }
  | { state: "final"; transfers: ChainTransfer[]; movesNothing: boolean };

const FINAL_CONFIRMATIONS = 19;

/**
 * Asks a provider for a transaction's receipt and the finality of its block. A final block beyond `readUpTo` is left to
 * the watcher, because the ledger is written in the order of the chain. Errors: `RpcError`.
 */
export async function lookUpTransaction(
  rpc: Rpc,
  { network, txHash, readUpTo }: { network: Network; txHash: string; readUpTo: Block | null },
): Promise<LookedUp> {
  const [receipt, head, finalized] = await rpc.batch([
    receiptOf(txHash, network.token),
    headNumber,
    blockAt("finalized"),
  ]);
  if (receipt.error) throw receipt.error;
  if (head.error) throw head.error;
  const final = finalNumber(finalized, head.value);
  if (!receipt.value) return { state: "unknown", isBehind: !readUpTo || final < readUpTo.number };
  const { blockNumber, blockHash, succeeded, logs } = receipt.value;
  if (!readUpTo || blockNumber > Math.min(final, readUpTo.number)) {
    return { state: "not_final", confirmations: countConfirmations(head.value, blockNumber) };
  }
  if (!succeeded) return { state: "failed" };
  const [block] = await rpc.ask([blockAt(blockNumber)]);
  if (block?.hash !== blockHash) throw new RpcError("bad_answer", `${rpc.host}: the receipt belongs to another block`);
  requireBlockTimes(rpc.host, [block, readUpTo]);
  const parsed = logs
    .filter((log) => log.txHash === txHash && log.blockHash === blockHash)
    .flatMap((log) => parseTransfer(log) ?? []);
  const movesNothing = parsed.length > 0 && parsed.every(({ amountMicros }) => amountMicros === 0n);
  const transfers = parsed.flatMap(({ logIndex, from, to, amountMicros }): ChainTransfer[] => {
    if (!amountMicros) return [];
    return [
      { network: network.id, txHash, logIndex, from, to, amountMicros, blockNumber, blockHash, occurredAt: block.time },
    ];
  });
  return { state: "final", transfers, movesNothing };
}

function countConfirmations(head: number, blockNumber: number): number {
  return Math.min(FINAL_CONFIRMATIONS, Math.max(0, head - blockNumber + 1));
}
