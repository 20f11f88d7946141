import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import { ShareButton } from "./share-button";
import { priceAndAmount, type View } from "./view";

export function ShareReceipt({ view: { checkout, words, locale, receiptUrl } }: { view: View }) {
  const blanks = { shop: checkout.merchantName, amount: priceAndAmount(checkout, locale) };
  return (
    <ShareButton url={receiptUrl} title={fillIn(words.receiptFrom, blanks, directionOf(locale) === "rtl")}>
      {words.shareReceipt}
    </ShareButton>
  );
}
