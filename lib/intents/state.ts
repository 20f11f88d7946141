/** The states of an intent and the only moves between them. */

export const INTENT_STATUSES = ["pending", "paid", "expired", "cancelled"] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

const MOVES: Record<IntentStatus, readonly IntentStatus[]> = {
  pending: ["paid", "expired", "cancelled"],
  paid: [],
  expired: [],
  cancelled: [],
};

export function canMove(from: IntentStatus, to: IntentStatus): boolean {
  return MOVES[from].includes(to);
}

export function isTerminal(status: IntentStatus): boolean {
  return MOVES[status].length === 0;
}

/** A transfer counts while the intent is pending and it happened no later than this long after the expiry. */
export const ON_TIME_GRACE_SECONDS = 60;

export type Credit = { counted: boolean; receivedMicros: bigint; completes: boolean };

/**
 * What a transfer does to an intent: it counts while the intent is pending, and completes it once the sum of counted
 * transfers reaches the amount. Late money and money after the end is kept as a row and moves nothing.
 */
export function creditTransfer(
  intent: { status: IntentStatus; amountMicros: bigint; receivedMicros: bigint; expiresAt: Date },
  transfer: { amountMicros: bigint; occurredAt: Date },
): Credit {
  const onTime = transfer.occurredAt.getTime() <= intent.expiresAt.getTime() + ON_TIME_GRACE_SECONDS * 1_000;
  const counted = intent.status === "pending" && onTime;
  const receivedMicros = intent.receivedMicros + (counted ? transfer.amountMicros : 0n);
  return { counted, receivedMicros, completes: counted && receivedMicros >= intent.amountMicros };
}
