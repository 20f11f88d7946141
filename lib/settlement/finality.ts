import type { RpcAnswer } from "@/lib/settlement/rpc";
import type { Block } from "@/lib/settlement/rpc-values";

/** All producers of a round: no block so far below the head can be taken back. */
const FINAL_DEPTH = 27;

/** The number of the last final block; nodes before java-tron 4.8.0 do not say it, and then it is counted from the head. */
export function finalNumber(finalized: RpcAnswer<Block | null>, head: number): number {
  if (finalized.value) return finalized.value.number;
  if (finalized.error && finalized.error.kind !== "no_finalized_tag") throw finalized.error;
  return Math.max(0, head - FINAL_DEPTH);
}
