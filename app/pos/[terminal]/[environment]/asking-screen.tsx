"use client";

import type { Trouble } from "@/app/_live/call-service";
import type { HeldCharge } from "@/app/pos/[terminal]/[environment]/held-charge";
import { Screen } from "@/components/pos/screen";
import type { SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { Spinner } from "@/components/ui/spinner";
import { amountWords, typedMicros } from "@/lib/pos/entry";

type Props = { held: HeldCharge; trouble: Trouble | null; place: SlipPlace; onStop(): void };

/** Between the press on Charge and the answer: a moment, or as long as the network is away. */
export function AskingScreen({ held, trouble, place, onStop }: Props) {
  const known = held.paymentId !== null;
  return (
    <Screen
      name={known ? "Charge in hand" : "Charging"}
      amount={amountWords(typedMicros(held.amount) + typedMicros(held.tip), place.sign)}
      merchant={place.merchant}
      status={
        !trouble && (
          <span className="flex animate-late items-center gap-2 text-ink-2">
            <Spinner className="size-5" />
            {known ? "Looking what became of it" : "Making the request"}
          </span>
        )
      }
    >
      {trouble && (
        <div role="status" className="w-full max-w-roll">
          <Note tone="amber">{wordsOf(trouble, known)}</Note>
        </div>
      )}
      <div className="flex w-full max-w-roll flex-1 flex-col justify-end lg:justify-start">
        {trouble && (
          <Button look="secondary" onClick={onStop} className="min-h-12">
            {known ? "Leave it and go on" : "Stop and go back"}
          </Button>
        )}
      </div>
    </Screen>
  );
}

function wordsOf({ kind }: Trouble, known: boolean) {
  const what = kind === "offline" ? "You are offline." : "The server does not answer just now.";
  return known
    ? `${what} What became of this payment shows as soon as it does; nothing is lost. It also stands in Takings.`
    : `${what} The charge goes out once, as soon as it can. Nobody has been charged yet.`;
}
