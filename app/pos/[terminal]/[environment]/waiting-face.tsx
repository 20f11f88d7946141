"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { Countdown } from "@/components/checkout/countdown";
import { shownStatus } from "@/components/checkout/shown-status";
import { PayCodes } from "@/components/pos/pay-codes";
import { Screen } from "@/components/pos/screen";
import { ShareButton } from "@/components/pos/share-button";
import { Qr } from "@/components/ui/qr";
import { STATUS_COLOURS, StatusMark } from "@/components/ui/status-mark";
import { displayBoth } from "@/lib/payments/pos/display-both";
import { localizeAmount, localizePrice } from "@/lib/payments/pos/entry";
import { posMessages } from "@/lib/service/messages/en/pos";
import { CancelCharge } from "./cancel-charge";
import { Confirming, Delayed } from "./chain-notes";
import type { FaceProps } from "./face-props";
import { Simulate } from "./simulate";

const { waiting } = posMessages;

/** The code is as large as the screen allows. */
const ACROSS_A_COUNTER = "max-w-[min(100%,56dvh)] lg:max-w-[min(100%,70dvh)]";

/** The code, what has arrived so far, and the time left. */
export function WaitingFace({ charge, payment, place, tools, onNext }: FaceProps) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  const status = shownStatus(payment);
  const shown = (value: string) => localizeAmount(value, place.sign);
  const { confirming } = payment;
  const rest = place.sandbox ? payment.missing : (payment.send?.amount ?? null);
  const words =
    status === "partly"
      ? waiting.partlyPaid(shown(payment.received ?? ""), shown(payment.amount))
      : confirming
        ? waiting.detected
        : waiting.status;
  return (
    <Screen
      name={waiting.amountDue}
      headRef={head}
      amount={shown(payment.amount)}
      price={payment.price && localizePrice(payment.price.total, place.sign)}
      merchant={place.merchant}
      corner={
        <CancelCharge cancel={charge.cancel} onLeave={onNext} partly={status === "partly" || confirming !== null} />
      }
      tools={
        <>
          <ShareButton
            look="ghost"
            size="small"
            url={payment.checkoutUrl}
            title={displayBoth(payment)}
            className="min-h-11!"
          >
            {waiting.share}
          </ShareButton>
          {tools}
        </>
      }
      status={
        <span className={`flex items-center gap-2 ${STATUS_COLOURS[status]}`}>
          <StatusMark status={status} className="size-5" />
          <span>{words}</span>
        </span>
      }
      aside={<Countdown seconds={charge.secondsLeft} />}
    >
      {status === "partly" && rest !== null && (
        <p className="rounded-till bg-amber-wash px-4 py-2 text-center text-16">
          {waiting.remainingBefore}{" "}
          <span translate="no" className="money font-semibold">
            {shown(rest)}
          </span>{" "}
          {waiting.remainingAfter}
        </p>
      )}
      <Delayed payment={payment} />
      <Confirming payment={payment} place={place} />
      {charge.face === "unsure" ? <Hint>{waiting.unsure}</Hint> : <Code payment={payment} place={place} />}
      {place.sandbox && <Simulate id={payment.id} onDone={charge.loadAgain} />}
    </Screen>
  );
}

/** What the customer scans; hidden while enough is on its way, so that no one pays twice. */
function Code({ payment, place }: Pick<FaceProps, "payment" | "place">) {
  const { send, amount, checkoutUri, checkoutUrl } = payment;
  if (place.sandbox) {
    return (
      <div className="my-auto flex w-full flex-col items-center gap-3">
        <Qr value={checkoutUri} title={waiting.qrToPay(amount)} size={ACROSS_A_COUNTER} />
        <p className="text-center text-14 text-balance text-ink-2">{waiting.scan}</p>
      </div>
    );
  }
  if (send === null) return <Hint>{waiting.enoughSent}</Hint>;
  const shownAmount = localizeAmount(send.amount, place.sign);
  return <PayCodes send={send} shownAmount={shownAmount} checkoutUrl={checkoutUrl} size={ACROSS_A_COUNTER} />;
}

/** In place of the code. */
function Hint({ children }: { children: ReactNode }) {
  return <p className="my-auto max-w-roll text-center text-16 text-balance text-ink-2">{children}</p>;
}
