"use client";

import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Countdown } from "@/components/checkout/countdown";
import { shownStatus } from "@/components/checkout/shown-status";
import { PayCodes } from "@/components/pos/pay-codes";
import { Screen } from "@/components/pos/screen";
import { ShareButton } from "@/components/pos/share-button";
import { Slip, type SlipPlace } from "@/components/pos/slip";
import { Button } from "@/components/ui/button";
import type { Elements } from "@/components/ui/elements";
import { Roll } from "@/components/ui/paper";
import { Qr } from "@/components/ui/qr";
import { STATUS_COLOURS, StatusMark } from "@/components/ui/status-mark";
import { confirmationLabel } from "@/lib/payments/page/progress";
import { localizeAmount } from "@/lib/payments/pos/entry";
import type { PosPayment } from "@/lib/payments/pos/present";
import { posMessages } from "@/lib/service/messages/en/pos";
import { CancelCharge } from "./cancel-charge";
import { Simulate } from "./simulate";
import type { ChargeInHand } from "./use-charge";

const { waiting, closing, paid, ended } = posMessages;

/** The code is as large as the screen allows. */
const ACROSS_A_COUNTER = "max-w-[min(100%,56dvh)] lg:max-w-[min(100%,70dvh)]";

type Props = {
  charge: ChargeInHand;
  payment: PosPayment;
  place: SlipPlace;
  tools: Elements;
  onNext(): void;
};

/** A payment on the whole screen, from the code to its end. */
export function ChargeScreen(props: Props) {
  const { status } = props.payment;
  // the receipt slides out only when the payment becomes paid on this screen
  const [wasWaiting] = useState(status === "pending");
  const Face = props.charge.isOver ? Closing : FACES[status];
  return (
    <div data-was-waiting={wasWaiting || undefined} className="flex flex-1 flex-col">
      <Face {...props} />
    </div>
  );
}

const FACES = { pending: Waiting, paid: Paid, expired: Ended, cancelled: Ended };

function Waiting({ charge, payment, place, tools, onNext }: Props) {
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
            title={waiting.shareTitle(payment.amount)}
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
      {charge.isUnsure ? <Hint>{waiting.unsure}</Hint> : <Code payment={payment} place={place} />}
      {place.sandbox && <Simulate id={payment.id} onDone={charge.look} />}
    </Screen>
  );
}

/** While no node answers, a payment that was sent isn't shown. */
function Delayed({ payment: { delayed } }: Pick<Props, "payment">) {
  return delayed && <p className="rounded-till bg-amber-wash px-4 py-2 text-center text-16">{waiting.delayed}</p>;
}

/** What was detected in blocks that are not final yet. */
function Confirming({ payment: { confirming }, place }: Pick<Props, "payment" | "place">) {
  if (confirming === null) return null;
  return (
    <p className="rounded-till bg-amber-wash px-4 py-2 text-center text-16">
      <span translate="no" className="money font-semibold">
        {localizeAmount(confirming.amount, place.sign)}
      </span>{" "}
      {waiting.confirmingAfter} <span className="figures">{confirmationLabel(confirming.confirmations)}</span>.
    </p>
  );
}

/** The time is up and the end isn't known yet, as on the payment page: no code, since money sent now may come too late. */
function Closing({ payment, place, tools, onNext }: Props) {
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus({ preventScroll: true }), []);
  const shown = (value: string) => localizeAmount(value, place.sign);
  return (
    <Screen
      name={waiting.amountDue}
      headRef={head}
      amount={shown(payment.amount)}
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

/** What the customer scans; hidden while enough is on its way, so that no one pays twice. */
function Code({ payment, place }: Pick<Props, "payment" | "place">) {
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

function Paid({ payment, place, onNext }: Props) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => next.current?.focus({ preventScroll: true }), []);
  return (
    <Screen
      green
      name={paid.title}
      amount={localizeAmount(payment.amount, place.sign)}
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
            title={paid.shareTitle(payment.amount)}
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

const ON_GREEN = "focus-visible:outline-white border-transparent!";

/**
 * What was received in part isn't charged again as a whole: the customer would pay it twice. After a cancellation, something may
 * still be on its way, so charging again takes more than Enter.
 */
function Ended({ charge, payment, place, tools, onNext }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const isExpired = payment.status === "expired";
  const ending = ended[isExpired ? "expired" : "cancelled"];
  const shown = (value: string) => localizeAmount(value, place.sign);
  const chargeAgain = () => {
    charge.putBack();
    charge.begin(payment.again);
  };
  const next = { key: "next", press: onNext, label: paid.next };
  const again = {
    key: "again",
    press: chargeAgain,
    label: (
      <span>
        {ended.chargeAgainBefore}{" "}
        <span translate="no" className="money">
          {shown(payment.amount)}
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
