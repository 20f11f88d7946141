import type { ReactNode } from "react";
import { HeroAmount } from "@/components/ui/amount";
import { ShopMark } from "./shop-brand";
import { StatusLine } from "./status-line";
import type { View } from "./view";

type Props = { view: View; countdown: ReactNode; corner: ReactNode };

/** Shop, amount and status. The whole header turns green when paid, to be visible from across the counter. */
export function CheckoutHead({ view, countdown, corner }: Props) {
  const { checkout } = view;
  const paid = checkout.status === "paid";
  const over = checkout.status === "expired" || checkout.status === "cancelled";
  const quiet = paid ? "text-white" : "text-ink-2";
  return (
    <header className={`px-4 pb-5 transition-colors duration-200 ease-out ${paid ? "bg-paid text-white" : ""}`}>
      <div className={`-mx-2 flex justify-end ${quiet}`}>{corner}</div>
      <div className="mx-auto flex max-w-roll flex-col items-center gap-2.5 text-center">
        <ShopMark name={checkout.merchantName} logo={checkout.logo} accentColour={checkout.accentColour} />
        <p className="max-w-full text-16 text-balance wrap-anywhere">
          <bdi className="font-semibold">{checkout.merchantName}</bdi>
          <span className={quiet}>
            {" · "}
            <bdi>{checkout.terminalName}</bdi>
          </span>
        </p>
        <h1 className={over ? "text-ink-2" : ""}>
          <HeroAmount value={checkout.amount} />
        </h1>
        {checkout.reference !== null && <Reference view={view} className={quiet} />}
        <div className="flex min-h-7 flex-wrap items-center justify-center gap-x-3">
          <StatusLine view={view} />
          {countdown}
        </div>
      </div>
    </header>
  );
}

function Reference({ view: { checkout, words }, className }: { view: View; className: string }) {
  const [before, after] = words.reference.split("{reference}");
  return (
    <p title={checkout.reference ?? ""} className={`line-clamp-2 max-w-full text-14 wrap-anywhere ${className}`}>
      {before}
      <bdi>{checkout.reference}</bdi>
      {after}
    </p>
  );
}
