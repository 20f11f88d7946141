type Head = { number: number; time: Date };

/** A newest block; `at`: the database's time when it was requested from a provider. */
export type HeardHead = Head & { at: Date };

/** By the database's clock: when the newest block was requested, and when the answer arrived. */
type Asked = { from: Date; to: Date };

/** Newest blocks whose ages differ by no more come from a chain at its usual pace: a block or two, and the network's delay. */
const SAME_AGE_MS = 10_000;

/** java-tron's solidity port serves only final blocks, which are about a minute old. */
export const FINAL_AGE_MS = 60_000;

type Given = {
  known: HeardHead | null;
  knownSkewSeconds: number | null;
  heard: Head;
  asked: Asked;
  toleranceMs: number;
};

/**
 * The chain's clock minus the database's, in seconds; null if they differ by no more than the tolerance. A block from the
 * future always counts as a difference. An old block may only mean that the chain has stopped or a node is catching up, so
 * it counts if the block known before was just as old when it arrived. If that can't be told, an earlier finding stays.
 */
export function clockSkewSeconds({ known, knownSkewSeconds, heard, asked, toleranceMs }: Given): number | null {
  const aheadMs = heard.time.getTime() - asked.to.getTime();
  if (aheadMs > toleranceMs) return Math.round(aheadMs / 1_000);
  const ageMs = asked.from.getTime() - heard.time.getTime();
  if (ageMs <= toleranceMs) return null;
  const knownAgeMs = known && heard.number > known.number ? known.at.getTime() - known.time.getTime() : null;
  if (knownAgeMs !== null && knownAgeMs > toleranceMs && Math.abs(ageMs - knownAgeMs) <= SAME_AGE_MS) {
    return -Math.round(Math.min(ageMs, knownAgeMs) / 1_000);
  }
  return knownSkewSeconds !== null && knownSkewSeconds < 0 ? knownSkewSeconds : null;
}

/**
 * Whether a newest block is too old even for a node that serves only final blocks. The database's clock may be wrong: only a
 * newer block of another node shows that this one is behind.
 */
export function looksBehind({ heard, asked, toleranceMs }: Pick<Given, "heard" | "asked" | "toleranceMs">): boolean {
  return asked.from.getTime() - heard.time.getTime() > toleranceMs + FINAL_AGE_MS;
}

/** A sentence for people. `seconds`: the result of `clockSkewSeconds`. */
export function clockSkewText(seconds: number): string {
  const size = Math.abs(seconds);
  const span = size < 120 ? `${size} seconds` : `${Math.round(size / 60)} minutes`;
  return `The database's clock is ${span} ${seconds > 0 ? "behind" : "ahead of"} the blockchain's.`;
}
