"use client";

import { useAction } from "@/app/_kit/use-action";
import { cancelPayment, simulatePayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/payments/actions";
import { OUTCOME_WORDS } from "@/components/payments/payment-words";
import type { Place } from "@/components/shell/paths";
import { buttonClass } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Menu } from "@/components/ui/menu";
import { toast } from "@/components/ui/toast";
import type { SimulatePaymentInput } from "@/lib/intents/schemas";

type Props = {
  scope: Place;
  id: string;
  /** display text */
  amount: string;
  /** the customer's page */
  link: string;
  canCancel: boolean;
  /** what a simulated customer can do; empty where there is none */
  outcomes: string[];
};

/** What can be done with one payment: look at the customer's page, play the customer in the sandbox, cancel it. */
export function PaymentActions({ scope, id, amount, link, canCancel, outcomes }: Props) {
  const { run } = useAction(simulatePayment, {
    onRefused: ({ message }) => toast({ title: "Not simulated", detail: message, tone: "bad" }),
  });
  const play = (outcome: string) => run(scope, { id, outcome: outcome as SimulatePaymentInput["outcome"] });
  return (
    <>
      <a href={link} target="_blank" rel="noopener" className={buttonClass({ look: "secondary", size: "small" })}>
        Open the customer's page
      </a>
      {outcomes.length > 0 && (
        <Menu
          look="secondary"
          items={outcomes.map((outcome) => ({
            label: OUTCOME_WORDS[outcome] ?? outcome,
            onSelect: () => play(outcome),
          }))}
        >
          Play the customer
        </Menu>
      )}
      {canCancel && (
        <ConfirmDialog
          trigger={{ children: "Cancel payment" }}
          title="Cancel this payment?"
          consequence={`The customer can no longer pay these ${amount} USDT. A payment that is cancelled stays so; ask for a new one instead.`}
          verb="Cancel payment"
          onConfirm={() => cancelPayment(scope, { id })}
          onDone={() => toast({ title: "Payment cancelled" })}
        />
      )}
    </>
  );
}
