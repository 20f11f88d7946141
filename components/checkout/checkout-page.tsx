import type { ReactNode } from "react";
import { Roll } from "@/components/ui/paper";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { type Face, faceOf, newsOf } from "@/lib/checkout/face";
import { fillIn } from "@/lib/checkout/fill-in";
import { directionOf, languageTagOf } from "@/lib/checkout/locales";
import { AfterPaid } from "./after-paid";
import { CheckoutHead } from "./checkout-head";
import { ConfirmingPaper } from "./confirming-paper";
import { EndedPaper } from "./ended-paper";
import { Receipt } from "./receipt";
import { RefundAddress } from "./refund-address";
import { RequestPaper } from "./request-paper";
import { AccentBand } from "./shop-brand";
import { SimulatePanel } from "./simulate-panel";
import type { View } from "./view";

type Props = {
  view: View;
  appName: string;
  timeOf(iso: string): ReactNode;
};

/** The payment page, complete in the server's HTML. The page's script finds its parts by their `data-` attributes. */
export function CheckoutPage({ view, appName, timeOf }: Props) {
  const { checkout, words, locale } = view;
  const { id, progress, environment } = checkout;
  const face = faceOf(progress);
  return (
    <div
      lang={languageTagOf(locale)}
      dir={directionOf(locale)}
      data-payment={id}
      data-status={checkout.status}
      data-news={newsOf(progress)}
      data-way={view.way}
      data-words={JSON.stringify(messagesFor(face, view))}
      className="flex min-h-dvh flex-col"
    >
      {environment === "sandbox" && <SandboxBanner words={words.sandbox} />}
      <AccentBand accentColour={checkout.accentColour} />
      <main className="flex-1">
        <CheckoutHead view={view} />
        <div className="mx-auto grid max-w-roll gap-x-14 gap-y-8 px-4 pb-8 lg:max-w-none lg:grid-cols-[1fr_26rem_1fr] lg:px-8">
          <div className="flex flex-col gap-4 lg:col-start-2">
            <p
              data-part="trouble"
              data-kept=""
              role="status"
              className="rounded-till border-s-2 border-amber bg-amber-wash px-4 py-3 text-14 empty:hidden"
            />
            <p data-part="spoken" data-kept="" role="status" className="sr-only" />
            <Roll slides={face === "paid"}>
              <Paper face={face} view={view} timeOf={timeOf} />
            </Roll>
            {checkout.takesRefundAddress && <RefundAddress view={view} />}
            {face === "paid" && <AfterPaid view={view} />}
          </div>
          {environment === "sandbox" && <SimulatePanel pending={checkout.status === "pending"} />}
        </div>
      </main>
      <footer className="px-4 pb-6 text-center text-12 text-ink-2">{fillIn(words.pageBy, { app: appName })}</footer>
    </div>
  );
}

function Paper({ face, view, timeOf }: Pick<Props, "view" | "timeOf"> & { face: Face }) {
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

/** What the page's script may have to say in this state. */
function messagesFor(face: Face, { words, checkout }: View) {
  const { offline, away, timeLeft, timeUp, copied, copyFailed, minutesLeft, inSeconds } = words;
  const { confirming, finalizing } = words;
  if (face === "paid") return { inSeconds };
  if (checkout.status !== "pending") return {};
  const blocks = checkout.confirming && { confirming, finalizing };
  return { offline, away, timeLeft, timeUp, copied, copyFailed, minutesLeft, ...blocks };
}
