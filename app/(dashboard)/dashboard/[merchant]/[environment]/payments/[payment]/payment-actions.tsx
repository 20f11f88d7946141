"use client";

import { useAction } from "@/app/_kit/use-action";
import { cancelPayment, simulatePayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import type { DashboardParams } from "@/components/shell/paths";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { SimulatePaymentInput } from "@/lib/payments/intents/schemas";
import { paymentMessages } from "@/lib/service/messages/en/payment";

const { actions, cancel } = paymentMessages;

type Props = {
  dashboard: DashboardParams;
  id: string;
  /** display text */
  amount: string;
  /** URL of the payment page */
  link: string;
  canCancel: boolean;
  /** outcomes that can be simulated now; empty in live */
  outcomes: string[];
};

/** The buttons of one payment: open its payment page, simulate a payment in the sandbox, cancel it. */
export function PaymentActions({ dashboard, id, amount, link, canCancel, outcomes }: Props) {
  const { run } = useAction(simulatePayment, {
    onRefused: ({ message }) => toast({ title: actions.simulateRefused, detail: message, tone: "bad" }),
  });
  const simulate = (outcome: string) => run(dashboard, { id, outcome: outcome as SimulatePaymentInput["outcome"] });
  return (
    <>
      <a href={link} target="_blank" rel="noopener" className={buttonClass({ look: "secondary", size: "small" })}>
        {actions.openPage}
      </a>
      {outcomes.length > 0 && (
        <Menu
          look="secondary"
          items={outcomes.map((outcome) => ({
            label: actions.outcomes[outcome] ?? outcome,
            onSelect: () => simulate(outcome),
          }))}
        >
          {actions.simulate}
        </Menu>
      )}
      {canCancel && (
        <ConfirmDialog
          trigger={{ children: cancel.action }}
          title={cancel.question}
          consequence={cancel.consequence(amount)}
          verb={cancel.action}
          dismiss={cancel.keep}
          onConfirm={() => cancelPayment(dashboard, { id })}
          onDone={() => toast({ title: cancel.done })}
        />
      )}
    </>
  );
}
