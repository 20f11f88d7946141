"use client";

import { useState } from "react";
import { AddressText } from "@/components/checkout/address-text";
import { Qr } from "@/components/ui/qr";
import { SEGMENT, SEGMENTS } from "@/components/ui/segment-look";
import { posMessages } from "@/lib/service/messages/en/pos";

const { codes } = posMessages;

const WAYS = [
  { id: "wallet", name: codes.wallet },
  { id: "camera", name: codes.camera },
] as const;

type Props = {
  send: { address: string; amount: string; network: string };
  /** the same amount with the reader's decimal sign */
  shownAmount: string;
  checkoutUrl: string;
  size: string;
};

/** The QR codes of a live payment: the bare address for wallet scanners, or the payment page for a phone's camera. */
export function PayCodes({ send, shownAmount, checkoutUrl, size }: Props) {
  const [way, setWay] = useState<(typeof WAYS)[number]["id"]>("wallet");
  return (
    <div className="my-auto flex w-full flex-col items-center gap-3">
      <fieldset className={`grid w-full max-w-roll grid-cols-2 ${SEGMENTS}`}>
        <legend className="sr-only">{codes.legend}</legend>
        {WAYS.map(({ id, name }) => (
          <label key={id} className={SEGMENT}>
            <input type="radio" name="way" checked={way === id} onChange={() => setWay(id)} className="sr-only" />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      {way === "wallet" ? (
        <>
          <Qr value={send.address} title={codes.addressQr} size={size} />
          <div className="flex max-w-roll flex-col items-center gap-1 text-center text-14 text-balance">
            <AddressText value={send.address} />
            <p>
              {codes.sendBefore}{" "}
              <span translate="no" className="money font-semibold">
                {shownAmount}
              </span>
              <span>{` ${codes.sendAfter(send.network)}`}</span>
            </p>
            <p className="text-ink-2">{codes.exchangeFee}</p>
          </div>
        </>
      ) : (
        <>
          <Qr value={checkoutUrl} title={codes.pageQr} size={size} />
          <p className="text-center text-14 text-balance text-ink-2">{codes.pageHint}</p>
        </>
      )}
    </div>
  );
}
