/** A block and, where it was heard of, the database's clock at that moment. */
type Head = { number: number; time: Date };
export type HeardHead = Head & { at: Date };

/** By the database's clock: when the question for the newest block was asked, and when its answer was there. */
type Asked = { from: Date; to: Date };

/** Two heads this alike in their age stand for one pace: between them lie a slot or two and the way of the answer. */
const SAME_AGE_MS = 10_000;

type Given = {
  known: HeardHead | null;
  knownSkewSeconds: number | null;
  heard: Head;
  asked: Asked;
  toleranceMs: number;
};

/**
 * The chain's clock minus the database's, in seconds, where they differ by more than is tolerated; null where they do not. A
 * newest block from the future is such a difference at once. An old one may also mean that the chain stands still or that a
 * node catches up, which is no matter of clocks: it is a difference only when the block before was as old when it was
 * heard of, so that the chain goes on at its pace. What cannot be told leaves the last finding as it is.
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

/** For people; `seconds` as `clockSkewSeconds` gives them. */
export function clockSkewText(seconds: number): string {
  const size = Math.abs(seconds);
  const span = size < 120 ? `${size} seconds` : `${Math.round(size / 60)} minutes`;
  return `The database's clock is ${span} ${seconds > 0 ? "behind" : "ahead of"} the blockchain's.`;
}
