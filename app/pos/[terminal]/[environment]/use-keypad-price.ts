"use client";

import { useEffect, useState } from "react";
import { poll } from "@/lib/customer/browser/poll";
import type { KeypadPrice } from "@/lib/payments/pos/unit";
import { getPrice } from "./call-pos";

const EVERY_MS = 60_000;

/**
 * The currency of the business with its rate, loaded again while amounts are typed. A currency that is gone stays until
 * the page is opened again, without a rate: digits meant for it must not become USDT.
 */
export function useKeypadPrice(at: string, initial: KeypadPrice | null, isTyping: boolean): KeypadPrice | null {
  const [price, setPrice] = useState(initial);
  const isAsked = initial !== null && isTyping;
  useEffect(() => {
    if (!isAsked) return;
    const polling = poll(
      (signal) => getPrice(at, signal),
      (answer) => {
        if (answer.ok) setPrice((known) => answer.body.price ?? (known && { ...known, rate: null }));
      },
      { now: true, everyMs: () => EVERY_MS },
    );
    return polling.stop;
  }, [at, isAsked]);
  return price;
}
