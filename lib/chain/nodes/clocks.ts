type Head = { number: number; time: Date };

/** A newest block; `at`: the database's time when it was requested from a provider. */
export type HeardHead = Head & { at: Date };

/** By the database's clock: when the newest block was requested, and when the answer arrived. */
type Asked = { from: Date; to: Date };

/**
 * Newest blocks whose ages differ by no more come from a chain at its usual pace: a block or two, and the network's
 * delay.
 */
const SAME_AGE_MS = 10_000;

/** java-tron's solidity port serves only final blocks, which are about a minute old. */
const FINAL_AGE_MS = 60_000;

type Given = {
  known: HeardHead | null;
  knownSkewSeconds: number | null;
  heard: Head;
  asked: Asked;
  toleranceMs: number;
};

/**
 * The chain's clock minus the database's, in seconds; null if they differ by no more than the tolerance. A block from
 * the future always counts as a difference. An old block may only mean that the chain has stopped or a node is catching
 * up, so it counts if the block known before was just as old when it arrived. If that can't be told, an earlier finding
 * stays.
 */
export function clockSkewSeconds({ known, knownSkewSeconds, heard, asked, toleranceMs }: Given): number | null {
  const aheadMs = heard.time.getTime() - asked.to.getTime();
  if (aheadMs > toleranceMs) return Math.round(aheadMs / 1_000);
  const ageMs = asked.from.getTime() - heard.time.getTime();
  if (ageMs <= toleranceMs) return null;
  // without a block that came before, none was old
  const knownAgeMs = known && heard.number > known.number ? known.at.getTime() - known.time.getTime() : 0;
  if (knownAgeMs > toleranceMs && Math.abs(ageMs - knownAgeMs) <= SAME_AGE_MS) {
    return -Math.round(Math.min(ageMs, knownAgeMs) / 1_000);
  }
  return knownSkewSeconds !== null && knownSkewSeconds < 0 ? knownSkewSeconds : null;
}

/**
 * Whether a newest block is too old even for a node that serves only final blocks. The database's clock may be wrong:
 * only a newer block of another node shows that this one is behind.
 */
export function looksBehind({ heard, asked, toleranceMs }: Pick<Given, "heard" | "asked" | "toleranceMs">): boolean {
  return asked.from.getTime() - heard.time.getTime() > toleranceMs + FINAL_AGE_MS;
}

/**
 * What a newest block's time says of the chain's clock. `old`: no older than that of a node that serves only final
 * blocks.
 */
type Skew = "none" | "old" | "veryOld" | "future";

/**
 * What a second provider's newest block says. `farAhead`: the first one has stopped syncing. `agrees`: it is dated as
 * the first one's is. `differs`: it is dated as the database's clock says.
 */
type Second = "silent" | "farAhead" | "agrees" | "differs";

/** `badTime`: the block is wrong, not the clock. `unconfirmed`: no one said which of the two is. */
export type Verdict = "agreed" | "skewed" | "behind" | "badTime" | "unconfirmed";

const VERDICTS: Record<Skew, Record<Second, Verdict>> = {
  none: { silent: "agreed", farAhead: "behind", agrees: "agreed", differs: "agreed" },
  old: { silent: "agreed", farAhead: "behind", agrees: "skewed", differs: "agreed" },
  veryOld: { silent: "skewed", farAhead: "behind", agrees: "skewed", differs: "agreed" },
  future: { silent: "unconfirmed", farAhead: "behind", agrees: "skewed", differs: "badTime" },
};

/**
 * Whether the block, the clock or neither is wrong. `skewSeconds`: the result of `clockSkewSeconds`. `second`: the
 * newest block of another provider, with how far it is ahead of the database's clock; null without an answer.
 */
export function judgeClocks(
  skewSeconds: number | null,
  second: { aheadMs: number; isFarAhead: boolean } | null,
  toleranceMs: number,
): Verdict {
  const mostOld = toleranceMs + FINAL_AGE_MS;
  const toSkew = (seconds: number): Skew => (seconds >= 0 ? "future" : -seconds * 1_000 <= mostOld ? "old" : "veryOld");
  const skew = skewSeconds === null ? "none" : toSkew(skewSeconds);
  const isOff = second !== null && (skew === "future" ? second.aheadMs : -second.aheadMs) > toleranceMs;
  return VERDICTS[skew][second === null ? "silent" : second.isFarAhead ? "farAhead" : isOff ? "agrees" : "differs"];
}

/** A sentence for people. `seconds`: the result of `clockSkewSeconds`. */
export function clockSkewText(seconds: number): string {
  const size = Math.abs(seconds);
  const span = size < 120 ? `${size} seconds` : `${Math.round(size / 60)} minutes`;
  return `The database's clock is ${span} ${seconds > 0 ? "behind" : "ahead of"} the blockchain's.`;
}
