"use client";

import { useState } from "react";
import { FirstPayment } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/welcome/first-payment";
import { FirstTerminal } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/welcome/first-terminal";
import { NewKey } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/welcome/new-key";
import type { FirstIntent } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/welcome/use-first-intent";
import { Step } from "@/components/accounts/step";
import { type Place, pathTo } from "@/components/shell/paths";
import { IssuedKey } from "@/components/terminals/issued-key";
import { ButtonLink } from "@/components/ui/button-link";

type Props = {
  place: Place;
  zone: string;
  appUrl: string;
  /** the shop's first terminal, when it has one already */
  terminal: { id: string; name: string; hasKey: boolean } | null;
  intent: FirstIntent | null;
};

/** Two steps: a terminal; its key, and the first payment that is asked for with it. */
export function Welcome({ place, zone, appUrl, terminal, intent }: Props) {
  const [made, setMade] = useState<{ id: string; name: string; key: string } | null>(null);
  const first = made ?? terminal;
  return (
    <ol className="flex max-w-2xl flex-col gap-4">
      <Step number={1} title="Create your first terminal" state={first ? "done" : "now"}>
        {first ? (
          <p className="text-14 text-ink-2">
            <span className="font-medium wrap-anywhere text-ink">{first.name}</span> is there.
          </p>
        ) : (
          <FirstTerminal place={place} zone={zone} onDone={setMade} />
        )}
      </Step>
      <Step number={2} title="Ask for a first payment" state={first ? (intent ? "done" : "now") : "later"}>
        {first && (
          <div className="flex min-w-0 flex-col gap-6">
            {made ? (
              <IssuedKey secret={made.key} appUrl={appUrl} />
            ) : (
              terminal && !intent && <NewKey place={place} terminal={terminal} onDone={setMade} />
            )}
            <FirstPayment place={place} initial={intent} isCommandShown={made !== null} />
            <div className="flex flex-wrap gap-2">
              <ButtonLink href={pathTo(place)}>Go to the overview</ButtonLink>
              <ButtonLink href={pathTo(place, "webhooks")} look="ghost">
                Then: let your server hear of payments
              </ButtonLink>
            </div>
          </div>
        )}
      </Step>
    </ol>
  );
}
