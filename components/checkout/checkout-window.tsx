import type { ReactNode } from "react";
import { buttonClass } from "@/components/ui/button";
import { SandboxBanner } from "@/components/ui/sandbox-banner";
import { ReceiptLink } from "./after-paid";
import { CheckoutHead } from "./checkout-head";
import { CloseButton } from "./close-button";
import { PaymentPaper, paymentAttributes } from "./payment-paper";
import { AccentBand } from "./shop-brand";
import type { View } from "./view";

type Props = { view: View; timeOf(iso: string): ReactNode };

/**
 * The payment in the window of checkout.js: the payment page's parts without what belongs to a page. The shop is the
 * page behind the window, so no link leads there, and no picture is loaded, which the shop's policy may forbid. Forms
 * are on the payment page, since no other site may send them.
 */
export function CheckoutWindow({ view, timeOf }: Props) {
  const bare = bareView(view);
  const { checkout, words } = bare;
  const { status } = checkout;
  return (
    <section {...paymentAttributes(bare)}>
      {checkout.environment === "sandbox" && <SandboxBanner words={words.sandbox} />}
      <AccentBand accentColour={checkout.accentColour} />
      <CheckoutHead view={bare} heading="h2" corner={<CloseButton name={words.close} />} />
      <div className="flex flex-col gap-4 px-4 pb-8">
        <PaymentPaper view={bare} timeOf={timeOf} />
        {status !== "pending" && (
          <button type="button" data-close="" className={buttonClass({}, "w-full")}>
            {status === "paid" ? words.done : words.close}
          </button>
        )}
        {(checkout.takesRefundAddress || checkout.refunds.length > 0) && (
          <a href={`/pay/${checkout.id}`} className={buttonClass({ look: "secondary" }, "w-full")}>
            {checkout.refunds.length > 0 ? words.refund : words.refundAddress}
          </a>
        )}
        {status === "paid" && <ReceiptLink view={bare} />}
      </div>
    </section>
  );
}

/** Of a window, what the page says of itself is said of the window. */
function bareView(view: View): View {
  const { mayClose, startOver } = view.words;
  const words = { ...view.words, selfUpdating: mayClose, mayLeave: mayClose, reload: "" };
  return {
    ...view,
    checkout: { ...view.checkout, logo: null },
    words: { ...words, expiredNext: startOver, priceNext: startOver, cancelledNext: startOver },
    back: null,
  };
}
