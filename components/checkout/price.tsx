import type { CheckoutPrice } from "@/lib/payments/page/price";
import { priceText } from "./view";

/** The price in the shop's currency, in the reader's format. Like amounts, left to right in every language. */
export function Price({ price, className = "" }: { price: CheckoutPrice; className?: string }) {
  return (
    <span translate="no" dir="ltr" className={`money ${className}`}>
      {priceText(price)}
    </span>
  );
}
