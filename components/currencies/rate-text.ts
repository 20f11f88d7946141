import { decimalsOf, displayPrice, type Price } from "@/lib/base/values/currencies";
import { displayAmount, groupDigits } from "@/lib/base/values/money";
import { quoteMicros } from "@/lib/payments/prices/quote";
import { displayRate, fractionOf, unitsPerUsdt } from "@/lib/payments/prices/rate";

/** The sign or code of a currency, as prices have it: `€`, `GBP`. */
export function unitOf(currency: string): string {
  return currency === "EUR" ? "€" : currency;
}

/** `1 € = 1.0895 USDT` */
export function perUnitLine(currency: string, rate: string): string {
  return `1\u00a0${unitOf(currency)} = ${grouped(displayRate(rate))}\u00a0USDT`;
}

/** `1 USDT = 1,650 NGN` */
export function perUsdtLine(currency: string, rate: string): string {
  return `1\u00a0USDT = ${grouped(unitsPerUsdt(rate))}\u00a0${unitOf(currency)}`;
}

/** Hundredths of a percent as people read them: `150` → `1.5 %`. */
export function formatBps(bps: number | bigint): string {
  return `${percentOf(bps)}\u00a0%`;
}

/** `150` → `1.5`: a percentage as decimal text. */
export function percentOf(bps: number | bigint): string {
  const [whole, fraction] = [
    BigInt(bps) / 100n,
    String(BigInt(bps) % 100n)
      .padStart(2, "0")
      .replace(/0+$/, ""),
  ];
  return fraction === "" ? groupDigits(String(whole)) : `${groupDigits(String(whole))}.${fraction}`;
}

/** Hundredths of a percent of a typed percentage; null for anything but up to two decimals. */
export function bpsFromPercent(text: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, "0"));
}

/** A price that is worth less than this is a thousand times more in an example. */
const LEAST_MICROS = 100_000n;
const MICROS_PER_USDT = 1_000_000n;

type Terms = { currency: string; rate: string; spreadBps: number };

/** A price that people know, for a rate to be checked by: 24.90, or 24,900.00 of a currency with small units. */
export function examplePrice(currency: string, rate: string): Price {
  const decimals = decimalsOf(currency) ?? 0;
  const { digits, scale } = fractionOf(rate);
  let minor = decimals === 0 ? 2_490n : 2_490n * 10n ** BigInt(decimals - 2);
  while ((minor * digits * MICROS_PER_USDT) / 10n ** BigInt(decimals + scale) < LEAST_MICROS) minor *= 1_000n;
  return { currency, minor };
}

/** `24.90 € = 27.13 USDT`, as a payment of that price would ask for. */
export function exampleLine({ currency, rate, spreadBps }: Terms, price = examplePrice(currency, rate)): string {
  const micros = quoteMicros({ minor: price.minor, decimals: decimalsOf(currency) ?? 0, rate, spreadBps });
  const amount = typeof micros === "bigint" ? `${displayAmount(micros)}\u00a0USDT` : "—";
  return `${displayPrice(price).replace(" ", "\u00a0")} = ${amount}`;
}

function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}
