import type { ReactNode } from "react";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import { AfterPaid } from "./after-paid";
import { CheckoutHead } from "./checkout-head";
import { LanguagePicker } from "./language-picker";
import { PaymentPaper, paymentAttributes } from "./payment-paper";
import { RefundAddress } from "./refund-address";
import { Refunds } from "./refunds";
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
  const { environment, status } = checkout;
  return (
    <div {...paymentAttributes(view)} data-refunding={checkout.progress.refunding} className="flex min-h-dvh flex-col">
      {environment === "sandbox" && <SandboxBanner words={words.sandbox} />}
      <AccentBand accentColour={checkout.accentColour} />
      <main className="flex-1">
        <CheckoutHead view={view} heading="h1" corner={<LanguagePicker locale={locale} name={words.language} />} />
        <div className="mx-auto grid max-w-roll gap-x-14 gap-y-8 px-4 pb-8 lg:max-w-none lg:grid-cols-[1fr_26rem_1fr] lg:px-8">
          <div className="flex flex-col gap-4 lg:col-start-2">
            <PaymentPaper view={view} timeOf={timeOf} />
            {checkout.refunds.length > 0 ? (
              <Refunds view={view} timeOf={timeOf} />
            ) : (
              checkout.takesRefundAddress && <RefundAddress view={view} />
            )}
            {status === "paid" && <AfterPaid view={view} />}
          </div>
          {environment === "sandbox" && <SimulatePanel pending={status === "pending"} />}
        </div>
      </main>
      <footer className="px-4 pb-6 text-center text-12 text-ink-2">
        {fillIn(words.pageBy, { app: appName }, directionOf(locale) === "rtl")}
      </footer>
    </div>
  );
}
