import { buttonClass } from "@/components/ui/button";
import { fillIn } from "@/lib/checkout/fill-in";
import { CopyButton } from "./copy-button";
import { QrCode } from "./qr-code";
import { type View, withUnit } from "./view";

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

/** The page itself as a QR code, for paying with the wallet on a phone. */
export function PhoneWay({ view: { words, pageUrl } }: { view: View }) {
  return (
    <div className="flex flex-col gap-3 text-center">
      <QrCode value={pageUrl} title={words.phoneQrName} />
      <p className="text-14 text-ink-2">{words.phoneHint}</p>
    </div>
  );
}
