import { type ShownStatus, STATUS_LABELS } from "@/components/ui/status-mark";
import { flagsOf, type PaymentFlag } from "@/lib/intents/payment-filter";
import type { IntentStatus } from "@/lib/intents/state";
import { paymentsMessages } from "@/lib/messages/en/payments";

type Facts = { status: IntentStatus; receivedMicros: bigint; flags: number };

/** How a payment is named wherever one is shown: its status, its flags, and both as one text. */
export function paymentStatus(payment: Facts): { status: ShownStatus; flags: PaymentFlag[]; label: string } {
  const { status, flags } = payment;
  const isPartial = status === "pending" && payment.receivedMicros > 0n;
  const shown = isPartial ? "partly" : status;
  // a pending payment that is partially paid says so by its status
  const other = flagsOf(flags).filter((flag) => !(flag === "partial" && status === "pending"));
  const label = [STATUS_LABELS[shown], ...other.map((flag) => paymentsMessages.flags[flag].short)].join(" · ");
  return { status: shown, flags: other, label };
}
