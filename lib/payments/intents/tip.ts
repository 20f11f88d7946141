import { microsFromDecimal } from "@/lib/base/values/money";

/**
 * The tip that an amount includes, from `tip_usdt` in the metadata; 0 without one, and for anything that isn't an
 * amount below the payment's, since API clients can write any text there.
 */
export function tipMicros(tip: string | null | undefined, amountMicros: bigint): bigint {
  const micros = microsFromDecimal(tip ?? "") ?? 0n;
  return micros < amountMicros ? micros : 0n;
}
