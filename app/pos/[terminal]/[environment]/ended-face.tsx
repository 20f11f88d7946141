"use client";

import { useEffect, useRef } from "react";
import { Screen } from "@/components/pos/screen";
import { Button } from "@/components/ui/button";
import { Roll } from "@/components/ui/paper";
import { STATUS_COLOURS, StatusMark } from "@/components/ui/status-mark";
import { wantedAgain } from "@/lib/payments/pos/current-charge";
import { localizeAmount, localizePrice } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";
import type { FaceProps } from "./face-props";

const { paid, ended } = posMessages;

/**
 * What was received in part isn't charged again as a whole: the customer would pay it twice. After a cancellation,
 * something may still be on its way, so charging again takes more than Enter.
 */
export function EndedFace({ charge, payment, place, tools, onNext }: FaceProps) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const isExpired = payment.status === "expired";
  const ending = ended[isExpired ? "expired" : "cancelled"];
  const shown = (value: string) => localizeAmount(value, place.sign);
  const chargeAgain = () => {
    charge.putBack();
    charge.begin(wantedAgain(payment));
  };
  const next = { key: "next", press: onNext, label: paid.next };
  const again = {
    key: "again",
    press: chargeAgain,
    label: (
      <span>
        {ended.chargeAgainBefore}{" "}
        <span translate="no" className="money">
          {payment.price ? localizePrice(payment.price.total, place.sign) : shown(payment.amount)}
        </span>{" "}
        {ended.chargeAgainAfter}
      </span>
    ),
  };
  // the last one is the largest and has the focus
  const buttons = payment.received !== null ? [next] : isExpired ? [next, again] : [again, next];
  return (
    <Screen
      name={ending.title}
      amount={shown(payment.amount)}
      price={payment.price && localizePrice(payment.price.total, place.sign)}
      merchant={place.merchant}
      tools={tools}
      status={
        <span className={`flex items-center gap-2 ${STATUS_COLOURS[payment.status]}`}>
          <StatusMark status={payment.status} className="size-5" />
          <span>{ending.title}</span>
        </span>
      }
    >
      <div className="w-full max-w-roll flex-1 lg:flex-none">
        <Roll>
          <div className="flex flex-col gap-3 px-6 pt-7 pb-6 text-16">
            {payment.received !== null && (
              <p className="font-semibold">
                <span translate="no" className="money">
                  {shown(payment.received)}
                </span>{" "}
                {ended.receivedAfter}
              </p>
            )}
            <p>{ending.text}</p>
          </div>
        </Roll>
      </div>
      <div className="flex w-full max-w-roll flex-col gap-2">
        {buttons.map(({ key, press, label }, index) => {
          const isLast = index === buttons.length - 1;
          return (
            <Button
              key={key}
              ref={isLast ? first : null}
              look={isLast ? "primary" : "secondary"}
              onClick={press}
              className={isLast ? "min-h-16 text-20!" : ""}
            >
              {label}
            </Button>
          );
        })}
      </div>
    </Screen>
  );
}
