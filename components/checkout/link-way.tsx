import { buttonClass } from "@/components/ui/button";
import { Qr } from "@/components/ui/qr";
import { fillIn } from "@/lib/checkout/fill-in";
import { CopyValue } from "./copy-value";
import { type View, withUnit } from "./view";

type Props = { view: View; hint?: string; codeClass?: string };

/** The payment link: a QR code for a wallet on another device, a button for one on this device. */
export function LinkWay({ view: { checkout, words, locale }, hint, codeClass = "" }: Props) {
  const { checkoutUri, amount } = checkout;
  return (
    <div className="flex flex-col items-center gap-5">
      <Qr
        value={checkoutUri}
        title={fillIn(words.qrName, { amount: withUnit(amount, locale) })}
        className={codeClass}
      />
      <a href={checkoutUri} rel="noreferrer" className={buttonClass({}, "w-full text-center")}>
        {words.openWallet}
      </a>
      <div className="flex flex-col items-center gap-1 text-center text-14 text-ink-2">
        <p>{hint ?? `${words.scan} ${words.selfUpdating}`}</p>
        <CopyValue text={checkoutUri} words={{ copied: words.copied, copyFailed: words.copyFailed }}>
          {words.copyLink}
        </CopyValue>
      </div>
    </div>
  );
}
