import { askLogs, type LogQuestion } from "@/lib/chain/ask-logs";
import type { RangeLimits } from "@/lib/chain/block-range";
import type { ChainCursor } from "@/lib/chain/cursor";
import type { Rpc, RpcAnswer } from "@/lib/chain/rpc";
import { isRpcError } from "@/lib/chain/rpc-error";
import type { TransferLog } from "@/lib/chain/rpc-values";
import { type ScannedAddress, scanQuestions, splitRange } from "@/lib/chain/scan";
import type { WatchContext } from "@/lib/chain/watch-context";

/** A transfer in a block that is not final yet. */
export type Sighting = TransferLog & { amountMicros: bigint };

/** After a long absence there are more blocks; showing progress isn't worth that many calls. */
const MOST_BLOCKS = 200;

/** For the blocks that are not final yet, in one question for each part of the addresses. Null: that is more than a node takes. */
export function aheadQuestions(
  limits: RangeLimits,
  { head, finalized }: ChainCursor,
  waiting: readonly ScannedAddress[],
): LogQuestion[] | null {
  if (head && head.number - finalized.number > limits.mostBlocks) return null;
  const range = { fromBlock: finalized.number + 1, toBlock: "latest" as const };
  return scanQuestions(waiting, range, { atOnce: limits.addresses, outgoing: false });
}

/** Null: not all of them were answered. */
export function parseSightings(answers: readonly RpcAnswer<unknown>[]): Sighting[] | null {
  if (answers.some((answer) => answer.error)) return null;
  return toSightings(answers.flatMap((answer) => answer.value as TransferLog[]));
}

/** Reads the blocks that are not final yet within the node's limits. Null when that failed this time; only progress is missing then. */
export async function lookAhead(
  ctx: WatchContext,
  rpc: Rpc,
  { cursor, waiting, headNow }: { cursor: ChainCursor; waiting: readonly ScannedAddress[]; headNow: number },
): Promise<Sighting[] | null> {
  const fromBlock = cursor.finalized.number + 1;
  if (headNow - fromBlock >= MOST_BLOCKS) return null;
  const atOnce = ctx.rangeLimits.addresses;
  const questions = splitRange(fromBlock, headNow, ctx.rangeLimits.mostBlocks).flatMap((range) =>
    scanQuestions(waiting, range, { atOnce, outgoing: false }),
  );
  try {
    return toSightings((await askLogs(ctx, rpc, [cursor.finalized], questions)).logs);
  } catch (error) {
    if (isRpcError(error)) return null;
    throw error;
  }
}

/** Those whose amount could be read and is not zero. */
export function toSightings(logs: readonly TransferLog[]): Sighting[] {
  return logs.filter((log): log is Sighting => log.amountMicros !== null && log.amountMicros > 0n);
}
