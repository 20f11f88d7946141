import { type DashboardParams, pathTo } from "@/components/shell/paths";
import type { Command } from "@/components/ui/command";
import type { Payment } from "@/lib/payments/lists/fetch";
import { formatAmount } from "./payment-amount";
import { paymentStatus } from "./payment-labels";

/** A payment among the results of the command palette. */
export function paymentCommand(dashboard: DashboardParams, payment: Payment): Command {
  return {
    id: payment.id,
    label: `${formatAmount(payment)} · ${paymentStatus(payment).label}`,
    hint: payment.reference ?? payment.terminalName,
    href: pathTo(dashboard, "payments", payment.id),
  };
}
