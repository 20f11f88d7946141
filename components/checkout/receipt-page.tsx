import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { Roll } from "@/components/ui/paper";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { directionOf, languageTagOf } from "@/lib/customer/checkout/locales";
import { Receipt } from "./receipt";
import { ReceiptEmail } from "./receipt-email";
import { ShareReceipt } from "./share-receipt";
import type { View } from "./view";

/** The printable receipt of a payment, or a notice that it wasn't paid. Times are in the terminal's zone. */
export function ReceiptPage({ view, timeOf }: { view: View; timeOf(iso: string): ReactNode }) {
  const { checkout, words, locale } = view;
  return (
    <div lang={languageTagOf(locale)} dir={directionOf(locale)} className="flex min-h-dvh flex-col print:min-h-0">
      {checkout.environment === "sandbox" && <SandboxBanner words={words.sandbox} />}
      <main className="mx-auto flex w-full max-w-roll flex-1 flex-col gap-5 px-4 py-8 print:p-0">
        <h1 className="text-center text-16 font-semibold print:hidden">
          {checkout.status === "paid" ? words.receipt : words.notPaid}
        </h1>
        <div className="slip">
          <Roll>
            <Receipt view={view} timeOf={timeOf} />
          </Roll>
        </div>
        <div className="flex flex-wrap gap-3 *:flex-1 print:hidden">
          <button type="button" data-print="" className={buttonClass({}, "noscript:hidden")}>
            {words.print}
          </button>
          {checkout.status === "paid" && <ShareReceipt view={view} />}
          <a href={`/pay/${checkout.id}`} className={buttonClass({ look: "secondary" }, "text-center")}>
            {words.backToPayment}
          </a>
        </div>
        <ReceiptEmail view={view} />
      </main>
    </div>
  );
}
