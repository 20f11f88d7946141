"use client";

import { useState } from "react";
import { Step } from "@/components/accounts/step";
import { type DashboardParams, pathTo } from "@/components/shell/paths";
import { IssuedKey } from "@/components/terminals/issued-key";
import { ButtonLink } from "@/components/ui/button-link";
import { welcomeMessages } from "@/lib/service/messages/en/welcome";
import { FirstPayment } from "./first-payment";
import { FirstTerminal } from "./first-terminal";
import { NewKey } from "./new-key";
import type { FirstIntent } from "./use-first-intent";

const text = welcomeMessages;

type Props = {
  dashboard: DashboardParams;
  zone: string;
  appUrl: string;
  /** the merchant's first terminal, if there is one */
  terminal: { id: string; name: string; hasKey: boolean } | null;
  intent: FirstIntent | null;
};

/** Two steps: create a terminal, then create the first payment with its key. */
export function Welcome({ dashboard, zone, appUrl, terminal, intent }: Props) {
  const [made, setMade] = useState<{ id: string; name: string; key: string } | null>(null);
  const first = made ?? terminal;
  return (
    <ol className="flex max-w-2xl flex-col gap-4">
      <Step number={1} title={text.terminal.title} state={first ? "done" : "now"}>
        {first ? (
          <p className="text-14 text-ink-2">
            <span className="font-medium wrap-anywhere text-ink">{first.name}</span> {text.terminal.created}
          </p>
        ) : (
          <FirstTerminal dashboard={dashboard} zone={zone} onDone={setMade} />
        )}
      </Step>
      <Step number={2} title={text.payment.title} state={first ? (intent ? "done" : "now") : "later"}>
        {first && (
          <div className="flex min-w-0 flex-col gap-6">
            {made ? (
              <IssuedKey secret={made.key} appUrl={appUrl} />
            ) : (
              terminal && !intent && <NewKey dashboard={dashboard} terminal={terminal} onDone={setMade} />
            )}
            <FirstPayment dashboard={dashboard} initial={intent} isCommandShown={made !== null} />
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={pathTo(dashboard)}>{text.toOverview}</ButtonLink>
              <ButtonLink href={pathTo(dashboard, "webhooks")} look="ghost">
                {text.nextWebhooks}
              </ButtonLink>
            </div>
          </div>
        )}
      </Step>
    </ol>
  );
}
