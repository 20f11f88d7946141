import { type IntentStatus, isTerminal, remainingMicros } from "@/lib/intents/state";
import { numberFromMicros } from "@/lib/money";

/** A block is final once eighteen more stand on it. */
export const CONFIRMATIONS_REQUIRED = 19;

/** `7 of 19`. The chain's own word for final may come later than the last of them, and then that is what is waited for. */
export function confirmationWords(confirmations: number): string {
  if (confirmations >= CONFIRMATIONS_REQUIRED) return "waiting for finality";
  return `confirming, ${confirmations} of ${CONFIRMATIONS_REQUIRED}`;
}

/** What the database knows of an intent's way to its amount. */
export type ProgressFacts = {
  status: IntentStatus;
  amountMicros: bigint;
  /** what may be missing of a whole payment */
  toleranceMicros: bigint;
  /** counted, in final blocks */
  receivedMicros: bigint;
  /** came too late to count */
  uncountedMicros: bigint;
  /** in blocks that are not final yet, all of it together; 0 for none */
  sightedMicros: bigint;
  /** blocks from the youngest of them to the chain's head, both included; may be any number */
  sightedBlocks: number;
  /** by the database's clock, may be negative */
  secondsLeft: number;
};

/** How far a payment has come, as anybody may see who knows its id. */
export type Progress = {
  status: IntentStatus;
  /** counted so far, final */
  received_usdt: number;
  /** still to be paid, 0 when nothing is; what is only being confirmed is still missing */
  missing_usdt: number;
  /** on its way towards the amount, in blocks that are not final yet */
  confirming: { confirmations: number; required: typeof CONFIRMATIONS_REQUIRED; amount_usdt: number } | null;
  /** money came that did not count: after the end, or too late */
  uncounted: boolean;
  /** whole seconds, 0 when over */
  expires_in_seconds: number;
};

/**
 * A payment that misses no more than the tolerance misses nothing; one that misses more misses all of the rest, so that who
 * pays it has paid the amount. Money in blocks that may still go is told only while it can count.
 */
export function progressOf(facts: ProgressFacts): Progress {
  return {
    status: facts.status,
    received_usdt: numberFromMicros(facts.receivedMicros),
    missing_usdt: numberFromMicros(remainingMicros(facts)),
    confirming: confirmingOf(facts),
    uncounted: facts.uncountedMicros > 0n,
    expires_in_seconds: isTerminal(facts.status) ? 0 : Math.max(0, Math.ceil(facts.secondsLeft)),
  };
}

function confirmingOf({ status, sightedMicros, sightedBlocks }: ProgressFacts): Progress["confirming"] {
  if (isTerminal(status) || sightedMicros <= 0n) return null;
  return {
    confirmations: Math.min(CONFIRMATIONS_REQUIRED, Math.max(0, sightedBlocks)),
    required: CONFIRMATIONS_REQUIRED,
    amount_usdt: numberFromMicros(sightedMicros),
  };
}
