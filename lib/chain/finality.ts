import type { RpcAnswer } from "@/lib/chain/rpc";
import type { Block } from "@/lib/chain/rpc-values";
import type { Network } from "@/lib/network";

/** All producers of a round: no block so far below the head can be taken back. */
const FINAL_DEPTH = 27;

/** Usual are 18 or 19, and some more for a moment after producers have missed their turns. */
const FAR_BEHIND = 30;
const BLOCK_MS = 3_000;

/**
 * By how many blocks finality is behind where that is more than it should be, else null: of a node that is asked at its port
 * for solid blocks, which counts from the last final one, or of a chain in trouble. On TRON's own networks also by the clock.
 */
export function finalityLag(network: Network, head: number, finalized: Block, now: Date): number | null {
  const byClock = Math.floor((now.getTime() - finalized.time.getTime()) / BLOCK_MS);
  const behind = Math.max(head - finalized.number, network.isPublic ? byClock : 0);
  return behind > FAR_BEHIND ? behind : null;
}

/** The number of the last final block; nodes before java-tron 4.8.0 do not say it, and then it is counted from the head. */
export function finalNumber(finalized: RpcAnswer<Block | null>, head: number): number {
  if (finalized.value) return finalized.value.number;
  if (finalized.error && finalized.error.kind !== "no_finalized_tag") throw finalized.error;
  return Math.max(0, head - FINAL_DEPTH);
}
