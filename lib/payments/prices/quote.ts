import { MAX_MICROS } from "@/lib/base/values/money";
import { fractionOf } from "@/lib/payments/prices/rate";

/** What a price in a currency costs in USDT. Pure, and without floats. */

const MICROS_PER_USDT = 1_000_000n;
const MICROS_PER_CENT = 10_000n;
const BPS = 10_000n;
/** the most that rounding may add, in hundredths of a percent */
const MOST_ROUNDING_BPS = 100n;

/** Where a rate comes from: 1 USD = 1 USDT, a member who entered it, or a URL. */
export type RateSource = "par" | "manual" | "url";

/** What the amount of a payment was quoted from. */
export type Quote = { currency: string; minor: bigint; rate: string; source: RateSource; spreadBps: number };

export type Priced = {
  /** the price in minor units of its currency */
  minor: bigint;
  /** of the currency */
  decimals: number;
  /** USDT for one unit of the currency, decimal text */
  rate: string;
  /** added to the rate, in hundredths of a percent; never negative */
  spreadBps: number;
};

/**
 * The amount of a price in micro-USDT: rounded up to 0.01 USDT, below 1 USDT to 0.000001. `too_small`: rounding up
 * would add more than 1 %; `too_large`: more than a payment can ask for.
 */
export function quoteMicros({ minor, decimals, rate, spreadBps }: Priced): bigint | "too_small" | "too_large" {
  const { digits, scale } = fractionOf(rate);
  const numerator = minor * digits * (BPS + BigInt(spreadBps)) * MICROS_PER_USDT;
  const denominator = 10n ** BigInt(decimals + scale) * BPS;
  const unit = numerator < denominator * MICROS_PER_USDT ? 1n : MICROS_PER_CENT;
  const micros = divideUp(numerator, denominator * unit) * unit;
  if (micros > MAX_MICROS) return "too_large";
  const isTooSmall = (micros * denominator - numerator) * BPS > numerator * MOST_ROUNDING_BPS;
  return isTooSmall ? "too_small" : micros;
}

/** What an amount of USDT is worth at a rate, without spread, in minor units of the currency, rounded half up. */
export function valueMinor(micros: bigint, { decimals, rate }: Pick<Priced, "decimals" | "rate">): bigint {
  const { digits, scale } = fractionOf(rate);
  const numerator = micros * 10n ** BigInt(decimals + scale);
  const denominator = digits * MICROS_PER_USDT;
  return (2n * numerator + denominator) / (2n * denominator);
}

/** What an amount of a currency is worth in micro-USDT, without spread; rounded half up, to the places of a quote. */
export function worthMicros({ minor, decimals, rate }: Omit<Priced, "spreadBps">): bigint {
  const { digits, scale } = fractionOf(rate);
  const numerator = minor * digits * MICROS_PER_USDT;
  const denominator = 10n ** BigInt(decimals + scale);
  const unit = numerator < denominator * MICROS_PER_USDT ? 1n : MICROS_PER_CENT;
  return ((2n * numerator + denominator * unit) / (2n * denominator * unit)) * unit;
}

function divideUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
