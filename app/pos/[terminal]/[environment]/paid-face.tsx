"use client";

import { Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import { Screen } from "@/components/pos/screen";
import { ShareButton } from "@/components/pos/share-button";
import { Slip } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import { Roll } from "@/components/ui/paper";
import { StatusMark } from "@/components/ui/status-mark";
import { displayBoth } from "@/lib/payments/pos/display-both";
import { localizeAmount, localizePrice } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";
import type { FaceProps } from "./face-props";

const { paid } = posMessages;
const ON_GREEN = "focus-visible:outline-white border-transparent!";

/** The receipt, green across the counter. */
export function PaidFace({ payment, place, onNext }: FaceProps) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  return (
    <Screen
      green
      name={paid.title}
      amount={localizeAmount(payment.amount, place.sign)}
      price={payment.price && localizePrice(payment.price.total, place.sign)}
      merchant={place.merchant}
      status={
        <span className="flex items-center gap-2 text-20 font-semibold">
          <StatusMark status="paid" className="size-7" />
          {paid.title}
        </span>
      }
    >
      <div className="w-full max-w-roll flex-1 lg:flex-none">
        <Roll slides>
          <Slip payment={payment} place={place} />
        </Roll>
      </div>
      <div className="flex w-full max-w-roll flex-col gap-2">
        <div className="grid grid-cols-2 gap-2">
          <Button look="secondary" onClick={() => window.print()} className={ON_GREEN}>
            <Printer aria-hidden="true" strokeWidth={1.5} className="size-4" />
            {paid.print}
          </Button>
          <ShareButton
            look="secondary"
            url={payment.checkoutUrl}
            title={paid.shareTitle(displayBoth(payment))}
            className={ON_GREEN}
          >
            {paid.share}
          </ShareButton>
        </div>
        <Button ref={next} look="secondary" onClick={onNext} className={`min-h-16 text-20! ${ON_GREEN}`}>
          {paid.next}
        </Button>
      </div>
    </Screen>
  );
}
