import { decimalsOf, minorFromDecimal, type Price } from "@/lib/base/values/currencies";
import { microsFromDecimal } from "@/lib/base/values/money";

/**
 * The tip that an amount includes, from `tip_usdt` in the metadata; 0 without one, and for anything that isn't an
 * amount below the payment's, since API clients can write any text there.
 */
export function tipMicros(tip: string | null | undefined, amountMicros: bigint): bigint {
  const micros = microsFromDecimal(tip ?? "") ?? 0n;
  return micros < amountMicros ? micros : 0n;
}

/**
 * The tip that a price includes, in its minor units, from `tip_price` in the metadata: the tip as it was chosen, before
 * it was quoted. 0 without one, and for anything that isn't an amount below the price.
 */
export function tipMinor(tip: string | null | undefined, price: Price): bigint {
  const minor = minorFromDecimal(tip ?? "", decimalsOf(price.currency) ?? 0) ?? 0n;
  return minor < price.minor ? minor : 0n;
}
