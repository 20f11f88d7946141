import { buttonClass } from "@/components/ui/button";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import { CopyButton } from "./copy-button";
import { QrCode } from "./qr-code";
import { ShareButton } from "./share-button";
import { priceAndAmount, type View, withUnit } from "./view";

/** The payment link: a QR code for a wallet on another device, a button for one on this device. */
export function LinkWay({ view: { checkout, words, locale }, hint }: { view: View; hint: string }) {
  const { checkoutUri, amount } = checkout;
  return (
    <div className="flex flex-col gap-3 text-center">
      <QrCode value={checkoutUri} title={fillIn(words.qrName, { amount: withUnit(amount, locale) })} />
      <p className="text-14 text-ink-2">{hint}</p>
      <a href={checkoutUri} rel="noreferrer" className={buttonClass({}, "w-full text-center")}>
        {words.openWallet}
      </a>
      <CopyButton text={checkoutUri}>{words.copyLink}</CopyButton>
    </div>
  );
}

/** The page itself as a QR code and as a link, for paying with the wallet on a phone, or for someone else who pays. */
export function PhoneWay({ view: { checkout, words, locale, pageUrl } }: { view: View }) {
  const blanks = { shop: checkout.merchantName, amount: priceAndAmount(checkout, locale) };
  return (
    <div className="flex flex-col gap-3 text-center">
      <QrCode value={pageUrl} title={words.phoneQrName} />
      <p className="text-14 text-ink-2">{words.phoneHint}</p>
      <CopyButton text={pageUrl}>{words.copyPageLink}</CopyButton>
      <ShareButton url={pageUrl} title={fillIn(words.title, blanks, directionOf(locale) === "rtl")}>
        {words.sharePage}
      </ShareButton>
    </div>
  );
}
