import type { RangeLimits } from "@/lib/chain/nodes/block-range";

/** Beyond what backends of one balancer are behind each other while they are well: a minute. */
export const LAG_OF_BACKENDS = 20;
const BLOCK_MS = 3_000;
/**
 * Blocks that may have become final beyond what the time since the last pass explains: after missed slots, some at
 * once.
 */
const FINAL_AT_ONCE = 2;

/**
 * How a pass asks for logs. `onward`: questions about what arrives end at the newest block, so the same answer shows
 * what isn't final yet. `apart`: that is a question of its own. `inParts`: each question is divided until it is
 * answered.
 */
export type Way = "onward" | "apart" | "inParts";

/** What follows the refusal of a question, by whether the next one is smaller. */
const AFTER_REFUSAL: Record<Way, Record<"smaller" | "same", Way>> = {
  onward: { smaller: "apart", same: "apart" },
  apart: { smaller: "apart", same: "inParts" },
  inParts: { smaller: "inParts", same: "inParts" },
};

export function wayAfterRefusal(way: Way, isSmaller: boolean): Way {
  return AFTER_REFUSAL[way][isSmaller ? "smaller" : "same"];
}

type Position = Record<"block" | "finalized", { number: number }> & { head: { number: number } | null };

type Circumstances = {
  /** since the last pass */
  sinceMs: number;
  /** answers may come from different backends */
  isApart: boolean;
  limits: Pick<RangeLimits, "blocks" | "mostBlocks">;
};

/** Up to which block a pass reads, and how it asks: as `wanted`, if one question may then cover all blocks. */
export function planRead(
  wanted: Way,
  cursor: Position,
  { sinceMs, isApart, limits }: Circumstances,
): { way: Way; toBlock: number } {
  const upTo = isApart ? cursor.finalized.number - LAG_OF_BACKENDS : latestFinal(cursor, sinceMs);
  const toBlock = Math.max(cursor.block.number, Math.min(upTo, cursor.block.number + limits.blocks));
  const isWhole = toBlock >= upTo && !isApart && reachesHead(cursor, upTo, limits.mostBlocks);
  return { way: wanted === "onward" && !isWhole ? "apart" : wanted, toBlock };
}

/**
 * The number of the last block that can be final by now. It is no newer than the newest block of the last pass, and
 * some sixteen blocks older than the newest of now, so every healthy backend has it.
 */
function latestFinal({ finalized, head }: Position, sinceMs: number): number {
  const most = finalized.number + Math.floor(Math.max(0, sinceMs) / BLOCK_MS) + FINAL_AT_ONCE;
  return Math.max(finalized.number, Math.min(most, head?.number ?? 0));
}

/** Whether one question may cover all blocks after the cursor up to the newest of now, and any of them can be final. */
function reachesHead({ block, head }: Position, upTo: number, mostBlocks: number): boolean {
  if (!head || head.number <= block.number) return false;
  return Math.max(head.number, upTo + LAG_OF_BACKENDS) - block.number <= mostBlocks;
}
