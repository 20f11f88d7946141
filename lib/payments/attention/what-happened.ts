import type { ItemKind, ItemResolution } from "@/lib/base/values/attention-kinds";
import { displayAmount } from "@/lib/base/values/money";

type Happened = {
  kind: ItemKind;
  /** the remaining amount, the excess, or the whole transfer */
  amountMicros: bigint;
  intent: { amountMicros: bigint; receivedMicros: bigint; expiresAt: Date } | null;
  /** of the transfer that it is about */
  occurredAt: Date | null;
  /** what wasn't applied was paid in time */
  wasInTime?: boolean;
  /** of a partially paid payment: what arrived after its end */
  lateMicros?: bigint;
  /** no transaction is known, only the balance of the address */
  isHidden?: boolean;
  /** of a dispute: the second provider has not answered yet */
  isHeld?: boolean;
  resolution?: ItemResolution | null;
};

/** What happened, in one or two sentences. */
export function whatHappened(happened: Happened): string {
  const { kind, amountMicros, intent, occurredAt, wasInTime = false, isHeld = false, resolution = null } = happened;
  const { lateMicros = 0n, isHidden = false } = happened;
  const amount = `${displayAmount(amountMicros)} USDT`;
  const asked = intent ? displayAmount(intent.amountMicros) : "";
  const received = intent ? displayAmount(intent.receivedMicros) : "";
  switch (kind) {
    case "partial":
      if (lateMicros > 0n) {
        const rest = amountMicros === 0n ? "Nothing remains." : `Remaining: ${amount}.`;
        return `The payment expired with ${received} of ${asked} USDT received. ${formatLate(lateMicros, wasInTime)} ${rest}`;
      }
      if (amountMicros === 0n) {
        return `The payment expired with ${received} of ${asked} USDT received. The remaining amount was requested and partially paid: what remains is in that payment's item.`;
      }
      return `The payment expired with ${received} of ${asked} USDT received. Remaining: ${amount}.`;
    case "over":
      return `The customer sent ${received} USDT for ${asked} USDT due. Overpaid by ${amount}.`;
    case "late":
      if (wasInTime)
        return `Found late, was in time: ${amount} arrived before the payment expired, but Till found it only afterwards, so it wasn't applied. The payment remains expired.`;
      return `${amount} arrived ${formatLateness(intent?.expiresAt, occurredAt)}, so it wasn't applied. The payment remains expired.`;
    case "after_cancel":
      return `${amount} arrived after the payment was cancelled. The payment remains cancelled.`;
    case "after_paid":
      return `${amount} arrived after the payment was paid in full.`;
    case "unassigned":
      return `${amount} arrived at an address that no payment was using.`;
    case "disputed":
      if (resolution === "accepted") return `Two nodes disagreed about a transfer of ${amount}. It wasn't recorded.`;
      if (isHeld) return `${amount} arrived. It will count once a second node confirms it.`;
      return `Two nodes disagree about a transfer of ${amount}. It will count once both confirm it.`;
    case "unreadable":
      if (isHidden)
        return `The payment's address holds ${amount} more than is recorded, and no node shows the transfer. Till kept the payment open for a day, then it expired.`;
      return amountMicros === 0n
        ? "A transaction that may have moved USDT at one of your addresses couldn't be read, so it isn't recorded."
        : `A transfer of ${amount} at one of your addresses couldn't be read in full, so it isn't recorded.`;
  }
}

function formatLate(micros: bigint, wasInTime: boolean): string {
  const amount = `${displayAmount(micros)} USDT`;
  return wasInTime
    ? `Found late, was in time: ${amount} more arrived before that, but Till found it only afterwards, so it wasn't applied.`
    : `${amount} more arrived after that, so it wasn't applied.`;
}

function formatLateness(expiresAt: Date | undefined, occurredAt: Date | null): string {
  if (!expiresAt || !occurredAt) return "after the payment expired";
  const minutes = Math.round((occurredAt.getTime() - expiresAt.getTime()) / 60_000);
  if (minutes < 2) return "after the payment expired";
  if (minutes < 120) return `${minutes} minutes after the payment expired`;
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? `${hours} hours after the payment expired`
    : `${Math.round(hours / 24)} days after the payment expired`;
}
