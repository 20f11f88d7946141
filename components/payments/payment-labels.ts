import type { ShownStatus } from "@/components/ui/status-drawing";
import { STATUS_LABELS } from "@/components/ui/status-mark";
import type { IntentStatus } from "@/lib/payments/intents/state";
import { flagsOf, type PaymentFlag } from "@/lib/payments/lists/flags";
import { paymentsMessages } from "@/lib/service/messages/en/payments";

/** `flags`: the bits of `payment_intents.flags` */
type Facts = { status: IntentStatus; flags: number };

/** How a payment is named wherever a merchant sees one: its status, its flags, and both as one text. */
export function paymentStatus({ status, flags }: Facts): {
  status: ShownStatus;
  flags: PaymentFlag[];
  label: string;
} {
  const all = flagsOf(flags);
  // a pending payment that is partially paid says so by its status
  const shown = status === "pending" && all.includes("partial") ? "partly" : status;
  const other = all.filter((flag) => !(flag === "partial" && shown === "partly"));
  const label = [STATUS_LABELS[shown], ...other.map((flag) => paymentsMessages.flags[flag].short)].join(" · ");
  return { status: shown, flags: other, label };
}
