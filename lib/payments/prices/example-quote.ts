import { decimalsOf, type Price } from "@/lib/base/values/currencies";
import { quoteMicros } from "@/lib/payments/prices/quote";

/** 24.90, 2,490 yen, 24.900 dinars */
const DIGITS = 2_490n;

/**
 * A price with what it costs in USDT at a rate, for people who check the rate: "24.90 € = 27.13 USDT". Ten or a hundred
 * times as much where that is worth less than 1 USDT. Pure.
 */
export function exampleQuote({
  currency,
  rate,
  spreadBps,
}: {
  currency: string;
  rate: string;
  spreadBps: number;
}): { price: Price; amountMicros: bigint } | null {
  const decimals = decimalsOf(currency);
  if (decimals === null) return null;
  const first = decimals === 3 ? DIGITS * 10n : DIGITS;
  for (let minor = first; minor < first * 10n ** 12n; minor *= 10n) {
    const micros = quoteMicros({ minor, decimals, rate, spreadBps });
    if (typeof micros === "bigint" && micros >= 1_000_000n) return { price: { currency, minor }, amountMicros: micros };
    if (micros === "too_large") return null;
  }
  return null;
}
