import type { ReactNode } from "react";
import { ShopMark } from "@/components/checkout/shop-brand";
import { StatusLine } from "@/components/checkout/status-line";
import { HeroAmount } from "@/components/ui/amount";
import type { Checkout } from "@/lib/intents/get-checkout";

/** Whom, how much, and how it stands. The whole head turns green when it is paid, to be seen from across the counter. */
export function CheckoutHead({ checkout, countdown }: { checkout: Checkout; countdown: ReactNode }) {
  const paid = checkout.status === "paid";
  const over = checkout.status === "expired" || checkout.status === "cancelled";
  const quiet = paid ? "text-white" : "text-ink-2";
  return (
    <header className={`px-4 pt-7 pb-6 transition-colors duration-200 ease-out ${paid ? "bg-paid text-white" : ""}`}>
      <div className="mx-auto flex max-w-roll flex-col items-center gap-3 text-center">
        <ShopMark name={checkout.merchantName} logo={checkout.logo} accentColour={checkout.accentColour} />
        <p className="max-w-full text-16 text-balance wrap-anywhere">
          <span className="font-semibold">{checkout.merchantName}</span>
          <span className={quiet}> · {checkout.terminalName}</span>
        </p>
        <h1 className={over ? "text-ink-2" : ""}>
          <HeroAmount value={checkout.amount} />
        </h1>
        {checkout.reference !== null && (
          <p title={checkout.reference} className={`line-clamp-2 max-w-full text-14 wrap-anywhere ${quiet}`}>
            Reference {checkout.reference}
          </p>
        )}
        <div className="flex min-h-7 flex-wrap items-center justify-center gap-x-3">
          <StatusLine checkout={checkout} />
          {countdown}
        </div>
      </div>
    </header>
  );
}
