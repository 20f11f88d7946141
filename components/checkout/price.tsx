import type { Checkout } from "@/lib/payments/page/get-checkout";
import { priceText } from "./view";

/** The price in the shop's currency, in the reader's format. Like amounts, left to right in every language. */
export function Price({ price, className = "" }: { price: NonNullable<Checkout["price"]>; className?: string }) {
  return (
    <span translate="no" dir="ltr" className={`money whitespace-nowrap ${className}`}>
      {priceText(price)}
    </span>
  );
}
