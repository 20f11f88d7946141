"use client";

import {
  type FirstIntent,
  useFirstIntent,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/welcome/use-first-intent";
import { type Place, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Money } from "@/components/ui/money";
import { StatusMark } from "@/components/ui/status-mark";

type Props = {
  place: Place;
  initial: FirstIntent | null;
  /** the command with the key stands above */
  isCommandShown: boolean;
};

/** Waits, and says so, until the first payment was asked for; then leads to it. */
export function FirstPayment({ place, initial, isCommandShown }: Props) {
  const intent = useFirstIntent(place, initial);
  return (
    <div role="status" className="rounded-till border bg-card px-4 py-4">
      {intent ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex flex-col gap-1">
            <p className="flex items-center gap-2 text-14 font-semibold text-verdigris">
              <StatusMark status="paid" />
              Your first payment is here
            </p>
            <p className="text-14 text-ink-2">
              <Money value={intent.amount} /> was asked for. Open it, and play the customer who pays.
            </p>
          </div>
          <ButtonLink href={pathTo(place, "payments", intent.id)} look="primary">
            Open the payment
          </ButtonLink>
        </div>
      ) : (
        <div className="flex flex-col gap-1">
          <p className="flex items-center gap-2 text-14 font-semibold text-amber-ink">
            <StatusMark status="pending" />
            Waiting for your first payment
          </p>
          <p className="text-14 text-ink-2">
            {isCommandShown ? "Run the command above." : "Create a payment with this terminal’s key."} This page updates
            when the payment arrives.
          </p>
        </div>
      )}
    </div>
  );
}
