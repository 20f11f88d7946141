"use client";

import { Screen } from "@/components/pos/screen";
import type { SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { Spinner } from "@/components/ui/spinner";
import type { Trouble } from "@/lib/browser/call";
import { posMessages } from "@/lib/messages/en/pos";
import { formatAmount, typedMicros } from "@/lib/pos/entry";
import type { HeldCharge } from "./held-charge";

const { sending } = posMessages;

type Props = { held: HeldCharge; trouble: Trouble | null; place: SlipPlace; onStop(): void };

/** Shown from the press on Charge until the server answers, which takes as long as the network is down. */
export function AskingScreen({ held, trouble, place, onStop }: Props) {
  const known = held.paymentId !== null;
  return (
    <Screen
      name={known ? sending.checking : sending.creating}
      amount={formatAmount(typedMicros(held.amount) + typedMicros(held.tip), place.sign)}
      merchant={place.merchant}
      status={
        !trouble && (
          <span className="flex animate-late items-center gap-2 text-ink-2">
            <Spinner className="size-5" />
            {known ? sending.checkingStatus : sending.creatingStatus}
          </span>
        )
      }
    >
      {trouble && (
        <div role="status" className="w-full max-w-roll">
          <Note tone="amber">{explainTrouble(trouble, known)}</Note>
        </div>
      )}
      <div className="flex w-full max-w-roll flex-1 flex-col justify-end lg:justify-start">
        {trouble && (
          <Button look="secondary" onClick={onStop} className="min-h-12">
            {known ? sending.skip : sending.stop}
          </Button>
        )}
      </div>
    </Screen>
  );
}

function explainTrouble({ kind }: Trouble, known: boolean) {
  return (known ? sending.notKnownYet : sending.notSentYet)(kind === "offline");
}
