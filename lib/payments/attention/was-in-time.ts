/** `ON_TIME_GRACE_SECONDS` of lib/payments/intents/state, a room that imports this one. A test compares the two. */
export const GRACE_SECONDS = 60;

type Transfer = {
  occurredAt: Date;
  /** null: it is simulated, at the moment that the payment has ended */
  blockNumber: number | null;
};

/** Whether a transfer that wasn't applied was paid before the expiry, and only found after it. */
export function wasInTime(expiresAt: Date, { occurredAt, blockNumber }: Transfer): boolean {
  return blockNumber !== null && occurredAt.getTime() <= expiresAt.getTime() + GRACE_SECONDS * 1_000;
}
