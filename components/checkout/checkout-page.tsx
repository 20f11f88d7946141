import type { ReactNode } from "react";
import { Roll } from "@/components/ui/paper";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { fillIn } from "@/lib/checkout/fill-in";
import { directionOf, languageTagOf } from "@/lib/checkout/locales";
import { CheckoutHead } from "./checkout-head";
import { ConfirmingPaper } from "./confirming-paper";
import { EndedPaper } from "./ended-paper";
import { LanguagePicker } from "./language-picker";
import { Receipt } from "./receipt";
import { RequestPaper } from "./request-paper";
import { AccentBand } from "./shop-brand";
import { faceOf } from "./shown-status";
import type { View } from "./view";

type Props = {
  view: View;
  appName: string;
  /** the interactive parts */
  countdown: ReactNode;
  confirmations: ReactNode;
  time: ReactNode;
  trouble: ReactNode;
  back: ReactNode;
  simulate: ReactNode;
};

/** The payment page, complete in the server's HTML. */
export function CheckoutPage({ view, appName, countdown, trouble, back, simulate, ...moving }: Props) {
  const { checkout, words, locale } = view;
  const face = faceOf(checkout);
  return (
    <div lang={languageTagOf(locale)} dir={directionOf(locale)} className="flex min-h-dvh flex-col">
      {checkout.environment === "sandbox" && <SandboxBanner words={words.sandbox} />}
      <AccentBand accentColour={checkout.accentColour} />
      <main className="flex-1">
        <CheckoutHead
          view={view}
          countdown={face === "pending" || face === "partly" ? countdown : null}
          corner={<LanguagePicker locale={locale} name={words.language} />}
        />
        <div className="mx-auto grid max-w-roll gap-x-14 gap-y-8 px-4 pb-8 lg:max-w-none lg:grid-cols-[1fr_26rem_1fr] lg:px-8">
          <div className="flex flex-col gap-4 lg:col-start-2">
            {trouble}
            <Roll key={face === "partly" ? "pending" : face} slides={face === "paid"}>
              <PaperOf view={view} {...moving} />
            </Roll>
            {back}
          </div>
          {simulate}
        </div>
      </main>
      <footer className="px-4 pb-6 text-center text-12 text-ink-2">{fillIn(words.pageBy, { app: appName })}</footer>
    </div>
  );
}

function PaperOf({ view, confirmations, time }: Pick<Props, "view" | "confirmations" | "time">) {
  const face = faceOf(view.checkout);
  switch (face) {
    case "pending":
    case "partly":
      return <RequestPaper view={view} confirmations={confirmations} />;
    case "confirming":
      return <ConfirmingPaper view={view} confirmations={confirmations} />;
    case "paid":
      return <Receipt view={view} time={time} />;
    default:
      return <EndedPaper view={view} ending={face} time={time} />;
  }
}
