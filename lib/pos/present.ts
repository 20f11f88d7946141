import { checkoutUri, checkoutUrl } from "@/lib/intents/links";
import type { IntentStatus } from "@/lib/intents/state";
import { decimalFromMicros, displayAmount, microsFromDecimal } from "@/lib/money";
import type { TillPaymentRow } from "@/lib/pos/select";

/** A payment as a keypad shows it; amounts are display text without the unit. */
export type TillPayment = {
  id: string;
  status: IntentStatus;
  /** the tip included */
  amount: string;
  /** null without a tip */
  tip: string | null;
  /** null when nothing has arrived */
  received: string | null;
  /** null when nothing has arrived or all has */
  missing: string | null;
  reference: string | null;
  /** ISO 8601, UTC */
  createdAt: string;
  expiresAt: string;
  endedAt: string | null;
  /** by the server's clock, 0 when over */
  secondsLeft: number;
  checkoutUri: string;
  checkoutUrl: string;
  /** decimal text that asks for the same once more */
  again: { amount: string; tip: string; reference: string };
};

export function presentTillPayment(row: TillPaymentRow): TillPayment {
  const missing = row.amountMicros - row.receivedMicros;
  const tip = tipOf(row);
  return {
    id: row.id,
    status: row.status,
    amount: displayAmount(row.amountMicros),
    tip: tip === 0n ? null : displayAmount(tip),
    received: row.receivedMicros > 0n ? displayAmount(row.receivedMicros) : null,
    missing: row.receivedMicros > 0n && missing > 0n ? displayAmount(missing) : null,
    reference: row.reference,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    secondsLeft: row.status === "pending" ? row.secondsLeft : 0,
    checkoutUri: checkoutUri(row.id),
    checkoutUrl: checkoutUrl(row.id),
    again: {
      amount: decimalFromMicros(row.amountMicros - tip),
      tip: decimalFromMicros(tip),
      reference: row.reference ?? "",
    },
  };
}

function tipOf({ tip, amountMicros }: TillPaymentRow): bigint {
  const micros = tip === null ? 0n : (microsFromDecimal(tip) ?? 0n);
  return micros < amountMicros ? micros : 0n;
}
