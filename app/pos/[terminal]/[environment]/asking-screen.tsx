"use client";

import { Screen } from "@/components/pos/screen";
import type { SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import { Note } from "@/components/ui/note";
import { Spinner } from "@/components/ui/spinner";
import type { Trouble } from "@/lib/customer/browser/call";
import { formatAmount } from "@/lib/payments/pos/entry";
import type { StoredCharge } from "@/lib/payments/pos/stored-charge";
import { amountOf, findUnit, type Unit, USDT } from "@/lib/payments/pos/unit";
import { posMessages } from "@/lib/service/messages/en/pos";

const { network, sending } = posMessages;

type Props = { stored: StoredCharge; trouble: Trouble | null; place: SlipPlace; onStop(): void };

/** Shown from the press on Charge until the server answers, which takes as long as the network is down. */
export function AskingScreen({ stored, trouble, place, onStop }: Props) {
  const known = stored.paymentId !== null;
  const unit = findUnit(stored.unit) ?? USDT;
  const total = amountOf(stored.amount, unit) + amountOf(stored.tip, unit);
  return (
    <Screen
      name={known ? sending.checking : sending.creating}
      amount={formatAmount(total, place.sign, unit)}
      unit={unit === USDT ? undefined : unit.sign}
      merchant={place.merchant}
      status={
        !trouble && (
          <span className="flex animate-late items-center gap-2 text-ink-2">
            <Spinner className="size-5" />
            <span>{known ? sending.checkingStatus : sending.creatingStatus}</span>
          </span>
        )
      }
    >
      {/* always there, so that its text is read out */}
      <div role="status" className="w-full max-w-roll">
        {trouble && <Note tone="amber">{explainTrouble(trouble, known, unit)}</Note>}
      </div>
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

/**
 * The server's own reason where it gave one, as when no address is free; what a proxy answers says nothing. Either is
 * retried.
 */
function explainTrouble({ kind, message }: Trouble, known: boolean, unit: Unit) {
  const what = message || (kind === "offline" ? network.offline : network.unreachable);
  const then = message ? sending.triedAgain : sending.whenBack;
  const rate = known || unit === USDT ? "" : ` ${sending.rateThen}`;
  return `${what} ${known ? then.known : then.creating}${rate}`;
}
