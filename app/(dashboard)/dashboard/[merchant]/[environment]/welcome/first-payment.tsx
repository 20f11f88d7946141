"use client";

import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { ButtonLink } from "@/components/ui/button-link";
import { Money } from "@/components/ui/money";
import { StatusMark } from "@/components/ui/status-mark";
import { welcomeMessages } from "@/lib/service/messages/en/welcome";
import { type FirstIntent, useFirstIntent } from "./use-first-intent";

const text = welcomeMessages.payment;

type Props = {
  dashboard: DashboardParams;
  initial: FirstIntent | null;
  /** whether the command with the key is shown above */
  isCommandShown: boolean;
};

/** Waits for the first payment, then links to it. */
export function FirstPayment({ dashboard, initial, isCommandShown }: Props) {
  const intent = useFirstIntent(dashboard, initial);
  return (
    <div role="status" className="rounded-till border bg-card px-4 py-4">
      {intent ? (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <div className="flex flex-col gap-1">
            <p className="flex items-center gap-2 text-14 font-semibold text-verdigris">
              <StatusMark status="paid" />
              {text.created}
            </p>
            <p className="text-14 text-ink-2">
              <Money value={intent.amount} />
              <span>{` ${text.states[intent.status]}`}</span>
            </p>
          </div>
          <ButtonLink href={pathTo(dashboard, "payments", intent.id)} look="primary">
            {text.open}
          </ButtonLink>
        </div>
      ) : (
        <div className="flex flex-col gap-1">
          <p className="flex items-center gap-2 text-14 font-semibold text-amber-ink">
            <StatusMark status="pending" />
            {text.waiting}
          </p>
          <p className="text-14 text-ink-2">
            {`${isCommandShown ? text.runCommand : text.useKey} ${text.withoutCode} ${text.updates}`}
          </p>
        </div>
      )}
    </div>
  );
}
