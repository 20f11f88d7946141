import { askLogs, type LogQuestion } from "@/lib/chain/nodes/ask-logs";
import type { RangeLimits } from "@/lib/chain/nodes/block-range";
import type { ChainCursor } from "@/lib/chain/nodes/cursor";
import type { Rpc, RpcAnswer } from "@/lib/chain/nodes/rpc";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import type { TransferLog } from "@/lib/chain/nodes/rpc-values";
import { type ScannedAddress, scanQuestions, splitRange } from "@/lib/chain/nodes/scan";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";

/** A transfer in a block that is not recorded yet. */
export type Sighting = TransferLog & { amountMicros: bigint };

/** After a long absence there are more blocks; showing progress isn't worth that many calls. */
const MOST_BLOCKS = 200;

/**
 * The first block of a head scan: behind what the pass reads, so that a transfer that is final but not recorded yet
 * stays in sight. If that is too far back, the first block that is not final.
 */
export function getHeadScanStart({ head, finalized }: ChainCursor, toBlock: number): number {
  const unread = Math.min(toBlock, finalized.number) + 1;
  return (head ?? finalized).number - unread < MOST_BLOCKS ? unread : finalized.number + 1;
}

/**
 * For the blocks of a head scan, in one question for each part of the addresses. Null: that is more than a node takes.
 */
export function headScanQuestions(
  limits: RangeLimits,
  { head }: ChainCursor,
  { waiting, fromBlock }: { waiting: readonly ScannedAddress[]; fromBlock: number },
): LogQuestion[] | null {
  if (head && head.number - fromBlock >= limits.mostBlocks) return null;
  const range = { fromBlock, toBlock: "latest" as const };
  return scanQuestions(waiting, range, { atOnce: limits.addresses, outgoing: false });
}

/** Null: not all of them were answered. */
export function parseSightings(answers: readonly RpcAnswer<unknown>[]): Sighting[] | null {
  if (answers.some((answer) => answer.error)) return null;
  return toSightings(answers.flatMap((answer) => answer.value as TransferLog[]));
}

/**
 * Reads the blocks of a head scan within the node's limits. Null when that failed this time; only progress is missing
 * then.
 */
export async function scanHead(
  ctx: WatchContext,
  rpc: Rpc,
  {
    cursor,
    waiting,
    fromBlock,
    headNow,
  }: Record<"fromBlock" | "headNow", number> & {
    cursor: ChainCursor;
    waiting: readonly ScannedAddress[];
  },
): Promise<Sighting[] | null> {
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
