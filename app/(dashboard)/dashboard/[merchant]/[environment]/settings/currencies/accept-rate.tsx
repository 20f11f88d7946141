"use client";

import { HeldComparison } from "@/components/currencies/held-rate";
import type { DashboardParams } from "@/components/shell/paths";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { ownPassword } from "@/components/ui/own-password";
import { toast } from "@/components/ui/toast";
import { currenciesMessages } from "@/lib/service/messages/en/currencies";
import { acceptRate } from "./actions";

const messages = currenciesMessages.held;

type Props = { dashboard: DashboardParams; currency: string; last: string | null; held: string; spreadBps: number };

/** Accepts a rate beyond the band, and no other one that may have come meanwhile. */
export function AcceptRate({ dashboard, ...rate }: Props) {
  const { currency, held } = rate;
  return (
    <ConfirmDialog
      trigger={{ children: messages.accept, look: "primary" }}
      title={messages.question}
      consequence={
        <div className="flex flex-col gap-4">
          <p>{messages.consequence}</p>
          <div className="text-ink">
            <HeldComparison {...rate} />
          </div>
        </div>
      }
      verb={messages.accept}
      harmless
      password
      onConfirm={(data) => acceptRate(dashboard, { currency, rate: held }, ownPassword(data))}
      onDone={() => toast({ title: messages.accepted, tone: "good" })}
    />
  );
}
