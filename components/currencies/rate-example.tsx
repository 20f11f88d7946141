"use client";

import { type RateWay, readRate } from "@/lib/payments/prices/rate";
import { bpsFromPercent, exampleLine, perUnitLine, perUsdtLine } from "./rate-text";

/** `1,650` could be a thousand or one, which the server asks. */
const DECIMAL_COMMA = /^(\d+),(?!\d{3}$)(\d+)$/;

type Props = { currency: string; typed: string; way: RateWay; spread: string };

/** What a typed rate means, while it is typed: both ways, and a price in USDT. */
export function RateExample({ currency, typed, way, spread }: Props) {
  const rate = readRate(typed.trim().replace(DECIMAL_COMMA, "$1.$2"), way);
  return (
    <div role="status" className="text-14 empty:hidden">
      {rate !== null && (
        <span translate="no" className="flex flex-col gap-0.5 figures text-ink-2">
          <span>{way === "usdt_per_unit" ? perUsdtLine(currency, rate) : perUnitLine(currency, rate)}</span>
          <span className="text-ink">{exampleLine({ currency, rate, spreadBps: bpsFromPercent(spread) ?? 0 })}</span>
        </span>
      )}
    </div>
  );
}
