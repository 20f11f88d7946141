import type { ReactNode } from "react";
import { HeroAmount } from "@/components/ui/amount";
import { asksToPay, faceOf } from "@/lib/customer/checkout/face";
import { Price } from "./price";
import { ShopMark } from "./shop-brand";
import { StatusLine } from "./status-line";
import type { View } from "./view";

type Props = {
  view: View;
  /** of the amount, below the headings of the page around it */
  heading: "h1" | "h2";
  /** at the end of the first line, in the colour of quiet text */
  corner: ReactNode;
};

/**
 * Shop, price, amount and status. The amount to send is the largest. The whole header turns green when paid, to be
 * visible from across the counter.
 */
export function CheckoutHead({ view, heading: Heading, corner }: Props) {
  const { checkout } = view;
  const face = faceOf(checkout.progress);
  const paid = face === "paid";
  const over = face === "expired" || face === "cancelled";
  const quiet = paid ? "text-white" : "text-ink-2";
  return (
    <header className={`px-4 pb-4 transition-colors duration-200 ease-out${paid ? " bg-paid text-white" : ""}`}>
      <div className="mx-auto flex max-w-roll flex-col items-center gap-1 text-center">
        <div className="flex w-full items-center gap-3 py-1">
          <ShopMark name={checkout.merchantName} logo={checkout.logo} accentColour={checkout.accentColour} />
          <p className="min-w-0 flex-1 text-start text-16 wrap-anywhere">
            <span className="line-clamp-2 font-semibold">
              <bdi>{checkout.merchantName}</bdi>
            </span>
            <span className={`line-clamp-1 text-14 ${quiet}`}>
              <bdi>{checkout.terminalName}</bdi>
            </span>
          </p>
          <div className={quiet}>{corner}</div>
        </div>
        <Heading className={over ? "text-ink-2" : undefined}>
          {checkout.price && (
            <>
              <Price price={checkout.price} className="block text-20" />{" "}
            </>
          )}
          <HeroAmount value={checkout.amount} />
        </Heading>
        {checkout.reference !== null && <Reference view={view} className={quiet} />}
        <div className="flex min-h-7 flex-wrap items-center justify-center gap-x-3">
          <StatusLine view={view} />
          {asksToPay(face) && <TimeLeft view={view} />}
        </div>
      </div>
    </header>
  );
}

/** The time left. Not announced to screen readers, since it changes every second; the page's script counts it down. */
function TimeLeft({ view: { words, left } }: { view: View }) {
  const [before, after] = words.timeLeft.split("{time}");
  return (
    <p role="timer" data-left={left.seconds} className="text-16 text-ink-2">
      {before}
      <bdi className="figures">{left.clock}</bdi>
      {after}
    </p>
  );
}

function Reference({ view: { checkout, words }, className }: { view: View; className: string }) {
  const [before, after] = words.reference.split("{reference}");
  const { reference } = checkout;
  return (
    // whole on hover where two lines may not be enough
    <p
      title={reference !== null && reference.length > 40 ? reference : undefined}
      className={`line-clamp-2 max-w-full text-14 wrap-anywhere ${className}`}
    >
      {before}
      <bdi translate="no">{reference}</bdi>
      {after}
    </p>
  );
}
