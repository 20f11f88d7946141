import type { HexAddress } from "@/lib/base/tron/address";
import { isRpcError } from "@/lib/chain/nodes/rpc-error";
import type { WatchContext } from "@/lib/chain/nodes/watch-context";
import { type Backfill, backfillTransfers, type Found } from "@/lib/settlement/watcher/backfill-transfers";

/** No payment is read meanwhile. */
const MOST_MS = 15_000;

type Progress = {
  /** from `scanDeadline`; the part that is being read then is the last one */
  until: number;
  /** after each part, with its last block and the addresses that are not settled up to it */
  onRead: (block: number, unsettled: ReadonlySet<HexAddress>) => void;
};

/** Until when the scans of one task may go on in this pass. */
export function scanDeadline(): number {
  return performance.now() + MOST_MS;
}

/**
 * Looks through blocks in parts that the providers answer in time, the oldest first. `isWhole`: it came to the end
 * before its time was up. Errors as `backfillTransfers`; of blocks that are too many, once the time is up.
 */
export async function backfillInParts(
  ctx: WatchContext,
  backfill: Omit<Backfill, "toBlock">,
  { until, onRead }: Progress,
): Promise<Found & { isWhole: boolean }> {
  const found: Found = { entered: 0, unsettled: new Set() };
  for (let { fromBlock } = backfill; fromBlock <= backfill.end.number; ) {
    const toBlock = Math.min(backfill.end.number, fromBlock + ctx.rangeLimits.rescans.blocks - 1);
    const part = await backfillInTime(ctx, { ...backfill, fromBlock, toBlock }, until);
    if (!part) continue;
    found.entered += part.entered;
    for (const address of part.unsettled) found.unsettled.add(address);
    onRead(toBlock, found.unsettled);
    fromBlock = toBlock + 1;
    if (fromBlock <= backfill.end.number && performance.now() >= until) return { ...found, isWhole: false };
  }
  return { ...found, isWhole: true };
}

/** Null: that was too much, and there is time to ask for less. */
async function backfillInTime(ctx: WatchContext, backfill: Backfill, until: number): Promise<Found | null> {
  try {
    return await backfillTransfers(ctx, backfill);
  } catch (error) {
    if (isRpcError(error) && error.kind === "limit" && error.details.timedOut && performance.now() < until) return null;
    throw error;
  }
}
