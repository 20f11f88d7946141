import { decimalsOf } from "@/lib/base/values/currencies";
import { fractionOf } from "@/lib/payments/prices/rate";

/** What lines of the books are worth, in minor units of a currency. Pure, and without floats. */

const MICROS_PER_UNIT = 1_000_000n;

/**
 * The value of millionths of an asset at a rate, which is the asset's units for one of the currency; rounded half up,
 * with the sign of the amount.
 */
export function valueAtRate(micros: bigint, { currency, rate }: { currency: string; rate: string }): bigint {
  const { digits, scale } = fractionOf(rate);
  const numerator = absolute(micros) * 10n ** BigInt((decimalsOf(currency) ?? 0) + scale);
  return withSign(micros, halfUp(numerator, digits * MICROS_PER_UNIT));
}

/**
 * The shares of parts that come one after the other in a whole, each in proportion: rounded as sums, so that shares are
 * never negative and those of all parts add up to the whole.
 */
export function sharesOf(whole: bigint, amount: bigint, parts: readonly bigint[]): bigint[] {
  let before = 0n;
  return parts.map((part) => {
    const after = before + part;
    const share = shareUpTo(whole, amount, after) - shareUpTo(whole, amount, before);
    before = after;
    return share;
  });
}

/** What of a whole the first `part` of its amount has, rounded half up; the whole from its amount on. */
export function shareUpTo(whole: bigint, amount: bigint, part: bigint): bigint {
  if (part >= amount) return whole;
  return withSign(whole, halfUp(absolute(whole) * part, amount));
}

function halfUp(numerator: bigint, denominator: bigint): bigint {
  return (2n * numerator + denominator) / (2n * denominator);
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function withSign(of: bigint, size: bigint): bigint {
  return of < 0n ? -size : size;
}
