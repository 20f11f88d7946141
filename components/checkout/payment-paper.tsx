import type { ReactNode } from "react";
import { Roll } from "@/components/ui/paper";
import { type Face, faceOf, newsOf } from "@/lib/customer/checkout/face";
import { directionOf, languageTagOf } from "@/lib/customer/checkout/locales";
import { ConfirmingPaper } from "./confirming-paper";
import { EndedPaper } from "./ended-paper";
import { Receipt } from "./receipt";
import { RequestPaper } from "./request-paper";
import { TroubleNote } from "./trouble-note";
import type { View } from "./view";

type Props = { view: View; timeOf(iso: string): ReactNode };

/** What the script reads on the element around a payment, on the page and in the window. */
export function paymentAttributes(view: View) {
  const { checkout, locale } = view;
  return {
    lang: languageTagOf(locale),
    dir: directionOf(locale),
    "data-payment": checkout.id,
    "data-status": checkout.status,
    "data-news": newsOf(checkout.progress),
    "data-way": view.way,
    "data-words": JSON.stringify(messagesFor(faceOf(checkout.progress), view)),
  };
}

/** What the script may have to say in this state. */
function messagesFor(face: Face, { words, checkout }: View) {
  const { offline, away, timeLeft, timeUp, copied, copyFailed, minutesLeft, inSeconds } = words;
  const { confirming, finalizing } = words;
  if (face === "paid") return { inSeconds };
  if (checkout.status !== "pending") return {};
  const blocks = checkout.confirming && { confirming, finalizing };
  return { offline, away, timeLeft, timeUp, copied, copyFailed, minutesLeft, ...blocks };
}

/** The paper that the payment is shown on, below what the script says of the connection. */
export function PaymentPaper({ view, timeOf }: Props) {
  const face = faceOf(view.checkout.progress);
  return (
    <>
      <TroubleNote />
      {view.checkout.progress.delayed && <DelayNote view={view} />}
      <p data-part="spoken" data-kept="" role="status" className="sr-only" />
      <Roll slides={face === "paid"}>
        <Paper face={face} view={view} timeOf={timeOf} />
      </Roll>
    </>
  );
}

/** While no node answers, a payment that was sent isn't shown. */
function DelayNote({ view: { words } }: { view: View }) {
  return (
    <p className="rounded-till border-s-2 border-amber bg-amber-wash px-4 py-3 text-14" data-part="delayed">
      {words.chainAway}
    </p>
  );
}

function Paper({ face, view, timeOf }: Props & { face: Face }) {
  switch (face) {
    case "pending":
    case "partly":
      return <RequestPaper view={view} />;
    case "confirming":
      return <ConfirmingPaper view={view} />;
    case "paid":
      return <Receipt view={view} timeOf={timeOf} />;
    default:
      return <EndedPaper view={view} ending={face} timeOf={timeOf} />;
  }
}
