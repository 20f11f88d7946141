import type { Network } from "@/lib/base/context/network";
import type { RpcAnswer } from "@/lib/chain/nodes/rpc";
import type { Block } from "@/lib/chain/nodes/rpc-values";

/** One block from each of TRON's 27 producers: a block this far below the newest can't be replaced. */
const FINAL_DEPTH = 27;

/** The final block is usually 18 or 19 behind the newest, and briefly more after producers have missed their turns. */
const FAR_BEHIND = 30;
const BLOCK_MS = 3_000;

/**
 * By how many blocks the final block is behind the newest, if that is too many; else null. On TRON's own networks the
 * clock counts too: a node's solidity port presents its final block as the newest, which hides the distance.
 */
export function finalityLag(network: Network, head: number, finalized: Block, now: Date): number | null {
  const byClock = Math.floor((now.getTime() - finalized.time.getTime()) / BLOCK_MS);
  const behind = Math.max(head - finalized.number, network.isPublic ? byClock : 0);
  return behind > FAR_BEHIND ? behind : null;
}

/**
 * The number of the last final block. Nodes before java-tron 4.8.0 don't report it, so it is counted from the newest
 * block.
 */
export function finalNumber(finalized: RpcAnswer<Block | null>, head: number): number {
  if (finalized.value) return finalized.value.number;
  if (finalized.error && finalized.error.kind !== "no_finalized_tag") throw finalized.error;
  return Math.max(0, head - FINAL_DEPTH);
}
