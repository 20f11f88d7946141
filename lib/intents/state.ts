/** The states of an intent. A new one is pending; it moves once, to one of the three ends, and stays there. */

export const INTENT_STATUSES = ["pending", "paid", "expired", "cancelled"] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export function isTerminal(status: IntentStatus): boolean {
  return status !== "pending";
}

/** How much later than the expiry a payment may still come: the two clocks are not one. */
export const ON_TIME_GRACE_SECONDS = 60;

/** A payment may come up to a minute after the expiry, as long as the intent is still pending. */
export function isOnTime(expiresAt: Date, occurredAt: Date): boolean {
  return occurredAt.getTime() <= expiresAt.getTime() + ON_TIME_GRACE_SECONDS * 1_000;
}

/**
 * What is still to be sent of a payment: nothing once no more than its tolerance is missing, else all of the rest, so that
 * whoever sends it has sent the amount. `onItsWayMicros`: seen in blocks that are not final yet, when it is to count too.
 */
export function remainingMicros(
  {
    amountMicros,
    toleranceMicros,
    receivedMicros,
  }: Record<"amountMicros" | "toleranceMicros" | "receivedMicros", bigint>,
  onItsWayMicros = 0n,
): bigint {
  const rest = amountMicros - receivedMicros - onItsWayMicros;
  return rest > toleranceMicros ? rest : 0n;
}

export type Credit = { counted: boolean; receivedMicros: bigint; completes: boolean };

/**
 * What a transfer does to an intent: it counts while the intent is pending, and completes it once the sum of counted
 * transfers reaches the amount, less what may be missing of it. Late money and money after the end is kept as a row and
 * moves nothing. The tolerance works downwards only: a millionth more than the amount is too much, and recorded as that.
 */
export function creditTransfer(
  intent: {
    status: IntentStatus;
    amountMicros: bigint;
    toleranceMicros: bigint;
    receivedMicros: bigint;
    expiresAt: Date;
  },
  transfer: { amountMicros: bigint; occurredAt: Date },
): Credit {
  const counted = intent.status === "pending" && isOnTime(intent.expiresAt, transfer.occurredAt);
  const receivedMicros = intent.receivedMicros + (counted ? transfer.amountMicros : 0n);
  const completes = counted && remainingMicros({ ...intent, receivedMicros }) === 0n;
  return { counted, receivedMicros, completes };
}

/** What a transfer that did not count needs a person for; an intent that is pending still has only run out of time. */
export function uncountedKind(status: IntentStatus): "late" | "after_cancel" | "after_paid" {
  if (status === "paid") return "after_paid";
  return status === "cancelled" ? "after_cancel" : "late";
}
