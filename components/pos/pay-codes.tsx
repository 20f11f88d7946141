"use client";

import { useState } from "react";
import { AddressText } from "@/components/checkout/address-text";
import { Qr } from "@/components/ui/qr";
import { SEGMENT, SEGMENTS } from "@/components/ui/segment-look";

const WAYS = [
  { id: "wallet", name: "Any wallet" },
  { id: "camera", name: "Phone camera" },
] as const;

type Props = {
  send: { address: string; amount: string; network: string };
  /** the same amount in the reader's manner */
  shownAmount: string;
  checkoutUrl: string;
  size: string;
};

/** How a live payment is made at a counter: the bare address for every wallet's scanner, or its page for a phone's camera. */
export function PayCodes({ send, shownAmount, checkoutUrl, size }: Props) {
  const [way, setWay] = useState<(typeof WAYS)[number]["id"]>("wallet");
  return (
    <div className="my-auto flex w-full flex-col items-center gap-3">
      <fieldset className={`grid w-full max-w-roll grid-cols-2 ${SEGMENTS}`}>
        <legend className="sr-only">How the customer scans</legend>
        {WAYS.map(({ id, name }) => (
          <label key={id} className={SEGMENT}>
            <input type="radio" name="way" checked={way === id} onChange={() => setWay(id)} className="sr-only" />
            {name}
          </label>
        ))}
      </fieldset>
      {way === "wallet" ? (
        <>
          <Qr value={send.address} title="QR code of the address" size={size} />
          <div className="flex max-w-roll flex-col items-center gap-1 text-center text-14 text-balance">
            <AddressText value={send.address} />
            <p>
              Send exactly <span className="money font-semibold">{shownAmount}</span> USDT on {send.network}.
            </p>
            <p className="text-ink-2">An exchange's fee comes on top. This screen turns green once it is paid.</p>
          </div>
        </>
      ) : (
        <>
          <Qr value={checkoutUrl} title="QR code of the payment page" size={size} />
          <p className="text-center text-14 text-balance text-ink-2">
            Opens the payment page on the customer's phone, with address and amount to copy.
          </p>
        </>
      )}
    </div>
  );
}
