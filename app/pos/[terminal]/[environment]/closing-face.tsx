"use client";

import { useEffect, useRef } from "react";
import { Screen } from "@/components/pos/screen";
import { Button } from "@/components/ui/button";
import { Roll } from "@/components/ui/paper";
import { STATUS_COLOURS, StatusMark } from "@/components/ui/status-mark";
import { localizeAmount, localizePrice } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";
import { Confirming, Delayed } from "./chain-notes";
import type { FaceProps } from "./face-props";

const { waiting, closing, paid } = posMessages;

/**
 * The time is up and the end isn't known yet, as on the payment page: no code, since money sent now may come too late.
 */
export function ClosingFace({ payment, place, tools, onNext }: FaceProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  const shown = (value: string) => localizeAmount(value, place.sign);
  return (
    <Screen
      name={waiting.amountDue}
      headRef={head}
      amount={shown(payment.amount)}
      price={payment.price && localizePrice(payment.price.total, place.sign)}
      merchant={place.merchant}
      tools={tools}
      status={
        <span className={`flex items-center gap-2 ${STATUS_COLOURS.pending}`}>
          <StatusMark status="pending" className="size-5" />
          {closing.status}
        </span>
      }
    >
      <Delayed payment={payment} />
      <Confirming payment={payment} place={place} />
      <div className="w-full max-w-roll flex-1 lg:flex-none">
        <Roll>
          <div className="flex flex-col gap-3 px-6 pt-7 pb-6 text-16">
            {payment.received !== null && (
              <p className="font-semibold">{waiting.partlyPaid(shown(payment.received), shown(payment.amount))}</p>
            )}
            <p>{closing.text}</p>
            <p className="text-ink-2">{closing.next}</p>
          </div>
        </Roll>
      </div>
      <div className="flex w-full max-w-roll flex-col gap-2">
        <p className="text-center text-14 text-ink-2">{closing.find}</p>
        <Button look="secondary" onClick={onNext} className="min-h-16 text-20!">
          {paid.next}
        </Button>
      </div>
    </Screen>
  );
}
