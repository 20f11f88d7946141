/** The states of an intent: it starts as pending and moves once, to one of the three final states. */

export const INTENT_STATUSES = ["pending", "paid", "expired", "cancelled"] as const;
export type IntentStatus = (typeof INTENT_STATUSES)[number];

export function isTerminal(status: IntentStatus): boolean {
  return status !== "pending";
}

/** How long after expiry a payment still counts, since the chain's clock and ours differ. */
export const ON_TIME_GRACE_SECONDS = 60;

/** A payment counts up to a minute after expiry, as long as the intent is still pending. */
export function isOnTime(expiresAt: Date, occurredAt: Date): boolean {
  return occurredAt.getTime() <= expiresAt.getTime() + ON_TIME_GRACE_SECONDS * 1_000;
}

/**
 * The remaining amount: 0 within the tolerance, beyond it the whole rest, so that paying it completes the amount.
 * `detectedMicros`: transfers in blocks that are not final yet, where they are to be deducted too.
 */
export function remainingMicros(
  {
    amountMicros,
    toleranceMicros,
    receivedMicros,
  }: Record<"amountMicros" | "toleranceMicros" | "receivedMicros", bigint>,
  detectedMicros = 0n,
): bigint {
  const rest = amountMicros - receivedMicros - detectedMicros;
  return rest > toleranceMicros ? rest : 0n;
}

/**
 * Whether a customer may leave an address for a refund: the payment has ended, and money came that wasn't due, wasn't
 * applied or didn't complete it.
 */
export function takesRefundAddress({
  status,
  amountMicros,
  receivedMicros,
  uncountedMicros,
}: { status: IntentStatus } & Record<"amountMicros" | "receivedMicros" | "uncountedMicros", bigint>): boolean {
  if (!isTerminal(status)) return false;
  return uncountedMicros > 0n || receivedMicros > (status === "paid" ? amountMicros : 0n);
}

export type Credit = { counted: boolean; receivedMicros: bigint; completes: boolean };

/**
 * The effect of a transfer: it counts while the intent is pending, and completes the intent once the counted sum
 * reaches the amount less the tolerance. Late transfers are recorded and change nothing. The tolerance covers
 * underpayment only: a millionth above the amount is recorded as overpaid.
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

/** The kind of attention item that an uncounted transfer opens; a pending intent has only run out of time. */
export function uncountedKind(status: IntentStatus): "late" | "after_cancel" | "after_paid" {
  if (status === "paid") return "after_paid";
  return status === "cancelled" ? "after_cancel" : "late";
}
