import { numberFromMicros } from "@/lib/base/values/money";
import type { Told } from "@/lib/customer/checkout/face";
import { type IntentStatus, isTerminal, remainingMicros } from "@/lib/payments/intents/state";

/** A block is final once eighteen more follow it. */
export const CONFIRMATIONS_REQUIRED = 19;

/** `7 of 19 confirmations`. The chain may declare a block final only after the last of them. */
export function confirmationLabel(confirmations: number): string {
  if (confirmations >= CONFIRMATIONS_REQUIRED) return "waiting for finality";
  return `${confirmations} of ${CONFIRMATIONS_REQUIRED} confirmations`;
}

/** What the database knows about the progress of an intent. */
export type ProgressFacts = {
  status: IntentStatus;
  amountMicros: bigint;
  /** underpayment that still counts as paid in full */
  toleranceMicros: bigint;
  /** counted, in final blocks */
  receivedMicros: bigint;
  /** received, but not applied */
  uncountedMicros: bigint;
  /** sum of transfers in blocks that are not final yet */
  sightedMicros: bigint;
  /** blocks from the most recent of these transfers to the chain's head, both included; may be any number */
  sightedBlocks: number;
  /** by the database's clock, may be negative */
  secondsLeft: number;
  /** a live payment is pending, and the blockchain isn't read */
  isDelayed?: boolean;
  /** see `RefundSums`; left out where refunds aren't read */
  refundMarks?: string | null;
  isRefunding?: boolean;
};

/** The progress of a payment, visible to anyone who knows its id. */
export type Progress = Omit<Told, "confirming"> & {
  confirming: (NonNullable<Told["confirming"]> & { required: typeof CONFIRMATIONS_REQUIRED }) | null;
};

/**
 * Within the tolerance nothing remains; beyond it the whole rest remains, so that paying it completes the amount.
 * Unconfirmed transfers are reported only while they can still be applied.
 */
export function progressOf(facts: ProgressFacts): Progress {
  return {
    status: facts.status,
    received_usdt: numberFromMicros(facts.receivedMicros),
    missing_usdt: numberFromMicros(remainingMicros(facts)),
    to_send_usdt: facts.status === "pending" ? numberFromMicros(remainingMicros(facts, facts.sightedMicros)) : 0,
    confirming: confirmingOf(facts),
    uncounted: facts.uncountedMicros > 0n,
    expires_in_seconds: isTerminal(facts.status) ? 0 : Math.max(0, Math.ceil(facts.secondsLeft)),
    ...(facts.isDelayed && { delayed: true as const }),
    ...(facts.refundMarks && { refunds: facts.refundMarks }),
    ...(facts.isRefunding && { refunding: true as const }),
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
