import type { ReactNode } from "react";
import { Amount } from "@/components/ui/amount";
import { buttonClass } from "@/components/ui/button";
import { Qr } from "@/components/ui/qr";
import { fillIn } from "@/lib/checkout/fill-in";
import { AddressText } from "./address-text";
import { CopyValue } from "./copy-value";
import { type View, withUnit } from "./view";

/** Pay to the bare address from any wallet or exchange: network, exact amount and address. */
export function AddressWay({ view }: { view: View }) {
  const { checkout, toSend, words, wallets, locale } = view;
  const { receiveAddress, toSend: plainAmount, network } = checkout;
  if (receiveAddress === null || plainAmount === null || toSend === null) return null;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col items-center gap-2">
        <Qr value={receiveAddress} title={words.addressQrName} size="max-w-44" />
        <p className="text-center text-14 text-ink-2">
          {words.addressHint} {words.selfUpdating}
        </p>
      </div>
      <div className="flex flex-col divide-y border-t">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-3 text-14">
          <span className="text-ink-2">{words.network}</span>
          <span className="font-semibold">
            <bdi>{network && network.name !== "TRON" ? network.name : words.networkName}</bdi>
            {" · "}
            {words.usdtOnly}
          </span>
        </div>
        <Value view={view} name={words.amountToSend} text={plainAmount} verb={words.copyAmount}>
          <Amount value={toSend} className="text-20 font-semibold" />
          <p className="mt-2 rounded-till border-s-2 border-amber bg-amber-wash px-3 py-2 text-14">
            {fillIn(words.exactAmount, { amount: withUnit(toSend, locale) })}
          </p>
        </Value>
        <Value view={view} name={words.address} text={receiveAddress} verb={words.copyAddress}>
          <AddressText value={receiveAddress} />
        </Value>
      </div>
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
    </div>
  );
}

type ValueProps = { view: View; name: string; text: string; verb: string; children: ReactNode };

/** A value to copy into a wallet: label and copy button above, the full value below. */
function Value({ view: { words }, name, text, verb, children }: ValueProps) {
  return (
    <div className="pt-0.5 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <span className="text-14 text-ink-2">{name}</span>
        <CopyValue text={text} words={{ copied: words.copied, copyFailed: words.copyFailed }}>
          {verb}
        </CopyValue>
      </div>
      {children}
    </div>
  );
}
