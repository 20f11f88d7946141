import { displayAmount } from "@/lib/money";
import type { ItemKind } from "@/lib/settlement/item-kinds";

type Happened = {
  kind: ItemKind;
  /** missing, too much, or the whole transfer */
  amountMicros: bigint;
  intent: { amountMicros: bigint; receivedMicros: bigint; expiresAt: Date } | null;
  /** of the transfer that it is about */
  occurredAt: Date | null;
  /** of a dispute: the second provider has not said anything yet */
  isHeld?: boolean;
};

/** What an item tells, in a sentence or two. */
export function whatHappened({ kind, amountMicros, intent, occurredAt, isHeld = false }: Happened): string {
  const amount = `${displayAmount(amountMicros)} USDT`;
  const asked = intent ? `${displayAmount(intent.amountMicros)} USDT` : "";
  const received = intent ? `${displayAmount(intent.receivedMicros)} USDT` : "";
  switch (kind) {
    case "partial":
      return `The payment expired with ${received} of ${asked}: ${amount} are missing.`;
    case "over":
      return `The payment is paid, with ${received} for ${asked}: ${amount} are too much.`;
    case "late":
      return `${amount} arrived ${latenessOf(intent?.expiresAt, occurredAt)}, so they did not count and the payment stays expired.`;
    case "after_cancel":
      return `${amount} arrived after the payment was cancelled, and it stays so.`;
    case "after_paid":
      return `${amount} arrived after the payment was paid in full.`;
    case "unassigned":
      return `${amount} arrived at an address that no payment was using.`;
    case "disputed":
      if (isHeld) return `${amount} arrived. They count once a second provider of the chain confirms it.`;
      return `One provider of the chain says that ${amount} arrived, and another does not. They count once both say so.`;
    case "unreadable":
      return amountMicros === 0n
        ? "No node could read a transaction that may have moved USDT at one of your addresses. It isn't in your books."
        : `A transfer of ${amount} at one of your addresses couldn't be read in full, so it isn't in your books.`;
  }
}

function latenessOf(expiresAt: Date | undefined, occurredAt: Date | null): string {
  if (!expiresAt || !occurredAt) return "after the payment had expired";
  const minutes = Math.round((occurredAt.getTime() - expiresAt.getTime()) / 60_000);
  if (minutes < 2) return "after the payment had expired";
  if (minutes < 120) return `${minutes} minutes after the payment had expired`;
  const hours = Math.round(minutes / 60);
  return hours < 48
    ? `${hours} hours after the payment had expired`
    : `${Math.round(hours / 24)} days after the payment had expired`;
}
