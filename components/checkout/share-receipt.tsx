import { buttonClass } from "@/components/ui/button";
import { fillIn } from "@/lib/checkout/fill-in";
import { type View, withUnit } from "./view";

/** Opens the device's own sheet for sharing. The page's script shows it where there is one, and presses it. */
export function ShareReceipt({ view: { checkout, words, locale, receiptUrl } }: { view: View }) {
  const blanks = { shop: checkout.merchantName, amount: withUnit(checkout.amount, locale) };
  return (
    <div className="hidden in-data-can-share:block print:hidden">
      <button
        type="button"
        data-share={receiptUrl}
        data-title={fillIn(words.receiptFrom, blanks)}
        data-stays=""
        className={buttonClass({ look: "secondary" }, "w-full")}
      >
        {words.shareReceipt}
      </button>
    </div>
  );
}
