import { currencySign, decimalsOf, displayPrice, type Price } from "@/lib/base/values/currencies";
import { displayAmount, groupDigits } from "@/lib/base/values/money";
import { exampleQuote } from "@/lib/payments/prices/example-quote";
import { quoteMicros } from "@/lib/payments/prices/quote";
import { displayRate, unitsPerUsdt } from "@/lib/payments/prices/rate";

/** `1 € = 1.0895 USDT` */
export function perUnitLine(currency: string, rate: string): string {
  return `1\u00a0${currencySign(currency)} = ${grouped(displayRate(rate))}\u00a0USDT`;
}

/** `1 USDT = 1,650 NGN` */
export function perUsdtLine(currency: string, rate: string): string {
  return `1\u00a0USDT = ${grouped(unitsPerUsdt(rate))}\u00a0${currencySign(currency)}`;
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
      .replace(/0{1,2}$/, ""),
  ];
  return fraction === "" ? groupDigits(String(whole)) : `${groupDigits(String(whole))}.${fraction}`;
}

/** Hundredths of a percent of a typed percentage; null for anything but up to two decimals. */
export function bpsFromPercent(text: string): number | null {
  const [, whole, fraction = ""] = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? null : Number(whole + fraction.padEnd(2, "0"));
}

type Terms = { currency: string; rate: string; spreadBps: number };

/** The price by which people check a rate: `24.90 €`. */
export function examplePrice(currency: string, rate: string): Price | null {
  return exampleQuote({ currency, rate, spreadBps: 0 })?.price ?? null;
}

/** `24.90 € = 27.13 USDT`, as a payment of that price would ask for; null: no payment can. */
export function exampleLine({ currency, rate, spreadBps }: Terms, price = examplePrice(currency, rate)): string | null {
  if (!price) return null;
  const micros = quoteMicros({ minor: price.minor, decimals: decimalsOf(currency) ?? 0, rate, spreadBps });
  if (typeof micros !== "bigint") return null;
  return `${displayPrice(price).replace(" ", "\u00a0")} = ${displayAmount(micros)}\u00a0USDT`;
}

function grouped(decimal: string): string {
  const [whole = "", fraction] = decimal.split(".");
  return fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
}
