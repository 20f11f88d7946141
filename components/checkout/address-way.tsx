import { Amount } from "@/components/ui/amount";
import { buttonClass } from "@/components/ui/button";
import type { Elements } from "@/components/ui/elements";
import { fillIn } from "@/lib/customer/checkout/fill-in";
import { directionOf } from "@/lib/customer/checkout/locales";
import { AddressText } from "./address-text";
import { CopyButton } from "./copy-button";
import { networkLabel } from "./network-label";
import { QrCode } from "./qr-code";
import { type View, withUnit } from "./view";

/**
 * Pay to the bare address from any wallet or exchange. On a phone, which can't scan its own screen, the amount and the
 * address to copy come first; beside a mouse, the code.
 */
export function AddressWay({ view }: { view: View }) {
  const { checkout, toSend, toArrive, words, wallets, locale } = view;
  const { receiveAddress, toSend: plainAmount } = checkout;
  if (receiveAddress === null || plainAmount === null || toSend === null || toArrive === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <p className="rounded-till border-s-2 border-amber bg-amber-wash px-3 py-2 text-14">
        {fillIn(words.onlyNetwork, { network: networkLabel(view) }, directionOf(locale) === "rtl")}
      </p>
      <Value name={words.amountToSend} shown={<Amount value={toSend} className="text-20 font-semibold" />}>
        <CopyButton text={plainAmount} look="primary">
          {words.copyAmount}
        </CopyButton>
      </Value>
      <Value name={words.address} shown={<AddressText value={receiveAddress} />}>
        <CopyButton text={receiveAddress} look="primary">
          {words.copyAddress}
        </CopyButton>
        <p className="text-14 text-ink-2">{words.compareEnds}</p>
      </Value>
      {wallets.length > 0 && (
        <div className="flex flex-col gap-2 pointer-fine:hidden">
          {wallets.map(({ name, href }) => (
            <a
              key={name}
              href={href}
              rel="noreferrer"
              className={buttonClass({ look: "secondary" }, "w-full text-center")}
            >
              {fillIn(words.openIn, { wallet: name })}
            </a>
          ))}
        </div>
      )}
      <div className="flex flex-col gap-2 pointer-fine:-order-1">
        <QrCode value={receiveAddress} title={words.addressQrName} size="max-w-44" />
        <p className="text-center text-14 text-ink-2">{words.addressHint}</p>
      </div>
      <p className="text-14 text-ink-2">{fillIn(words.mustArrive, { amount: withUnit(toArrive, locale) })}</p>
    </div>
  );
}

/** A value to copy into a wallet: its name, the value in full, and what to do with it. */
function Value({ name, shown, children }: { name: string; shown: Elements; children: Elements }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-14 text-ink-2">{name}</span>
        {shown}
      </div>
      {children}
    </div>
  );
}
