import type { ReactNode } from "react";
import { CheckoutHead } from "@/components/checkout/checkout-head";
import { EndedPaper } from "@/components/checkout/ended-paper";
import { Receipt } from "@/components/checkout/receipt";
import { RequestPaper } from "@/components/checkout/request-paper";
import { AccentBand } from "@/components/checkout/shop-brand";
import { Roll } from "@/components/ui/paper";
import { TrainingBand } from "@/components/ui/training-band";
import type { Checkout } from "@/lib/intents/get-checkout";

type Props = {
  checkout: Checkout;
  appName: string;
  /** the parts that move by themselves */
  countdown: ReactNode;
  trouble: ReactNode;
  simulate: ReactNode;
};

/** The hosted page of one payment, whole in its first paint. */
export function CheckoutPage({ checkout, appName, countdown, trouble, simulate }: Props) {
  const sandbox = checkout.environment === "sandbox";
  return (
    <div className="flex min-h-dvh flex-col">
      {sandbox && <TrainingBand />}
      <AccentBand accentColour={checkout.accentColour} />
      <main className="flex-1">
        <CheckoutHead checkout={checkout} countdown={checkout.status === "pending" ? countdown : null} />
        <div className="mx-auto grid max-w-roll gap-x-14 gap-y-8 px-4 pb-8 lg:max-w-none lg:grid-cols-[1fr_26rem_1fr] lg:px-8">
          <div className="flex flex-col gap-4 lg:col-start-2">
            {trouble}
            <Roll key={checkout.status} slides={checkout.status === "paid"}>
              <PaperOf checkout={checkout} />
            </Roll>
          </div>
          {sandbox && <div className="lg:col-start-3 lg:max-w-80 lg:pt-6">{simulate}</div>}
        </div>
      </main>
      <footer className="px-4 pb-6 text-center text-12 text-ink-2">Payment page by {appName}</footer>
    </div>
  );
}

function PaperOf({ checkout }: { checkout: Checkout }) {
  switch (checkout.status) {
    case "pending":
      return <RequestPaper checkout={checkout} />;
    case "paid":
      return <Receipt checkout={checkout} />;
    default:
      return <EndedPaper checkout={checkout} status={checkout.status} />;
  }
}
