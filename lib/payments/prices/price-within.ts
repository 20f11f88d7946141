import { decimalsOf, displayPrice, type Price } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import type { Quote } from "@/lib/payments/prices/quote";
import { fractionOf } from "@/lib/payments/prices/rate";

const BPS = 10_000n;
const MICROS_PER_USDT = 1_000_000n;
const MICROS_PER_CENT = 10_000n;

type Rated = Pick<Quote, "currency" | "rate" | "spreadBps">;

/** The largest price that is quoted at no more than an amount of USDT; 0 if each is more. Pure. */
export function priceWithin(micros: bigint, { currency, rate, spreadBps }: Rated): Price {
  const { digits, scale } = fractionOf(rate);
  // quotes are rounded up to whole cents from 1 USDT on
  const most = micros < MICROS_PER_USDT ? micros : micros - (micros % MICROS_PER_CENT);
  const minorPerUsdt = 10n ** BigInt((decimalsOf(currency) ?? 0) + scale) * BPS;
  return { currency, minor: (most * minorPerUsdt) / (digits * (BPS + BigInt(spreadBps)) * MICROS_PER_USDT) };
}

export function displayPriceWithin(micros: bigint, rated: Rated): string {
  return displayPrice(priceWithin(micros, rated));
}

/** A limit in USDT for a person who thinks in a currency: `500.00 € (545.00 USDT)`; without a rate `545.00 USDT`. */
export function displayLimit(micros: bigint, rated: Rated | null): string {
  const usdt = `${displayAmount(micros)} USDT`;
  return rated ? `${displayPriceWithin(micros, rated)} (${usdt})` : usdt;
}
