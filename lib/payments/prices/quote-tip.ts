import { decimalsOf } from "@/lib/base/values/currencies";
import type { Quote } from "@/lib/payments/prices/quote";
import { fractionOf } from "@/lib/payments/prices/rate";

const BPS = 10_000n;
const MICROS_PER_USDT = 1_000_000n;
const MICROS_PER_CENT = 10_000n;

/**
 * The micro-USDT of a tip that is part of a quoted price: at the rate and the spread of the quote, rounded half up to
 * 0.01 USDT, below 1 USDT to 0.000001. Always less than the whole amount, so that rounding goes to the sale. Pure.
 */
export function quoteTipMicros(tipMinor: bigint, quote: Quote, amountMicros: bigint): bigint {
  const { digits, scale } = fractionOf(quote.rate);
  const numerator = tipMinor * digits * (BPS + BigInt(quote.spreadBps)) * MICROS_PER_USDT;
  const denominator = 10n ** BigInt((decimalsOf(quote.currency) ?? 0) + scale) * BPS;
  const unit = numerator < denominator * MICROS_PER_USDT ? 1n : MICROS_PER_CENT;
  const micros = ((2n * numerator + denominator * unit) / (2n * denominator * unit)) * unit;
  return micros < amountMicros ? micros : amountMicros - unit;
}
