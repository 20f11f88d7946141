import {
  currencySign,
  decimalFromMinor,
  decimalsOf,
  displayMinor,
  displayPrice,
  minorFromDecimal,
} from "@/lib/base/values/currencies";
import { decimalFromMicros, displayAmount, MAX_MICROS, microsFromDecimal } from "@/lib/base/values/money";
import { quoteMicros, valueMinor } from "@/lib/payments/prices/quote";

/**
 * What amounts at a keypad are in: USDT, or the currency of the business. Amounts are integers of its smallest part:
 * micro-USDT, cents, yen. Pure, also for the browser.
 */
export type Unit = {
  /** `USDT`, or a code of ISO 4217 */
  code: string;
  /** as it stands after an amount */
  sign: string;
  decimals: number;
  mostWholeDigits: number;
  /** what a tip in percent is rounded to: a cent, or a yen */
  tipStep: bigint;
};

export const USDT: Unit = { code: "USDT", sign: "USDT", decimals: 6, mostWholeDigits: 9, tipStep: 10_000n };

/** The unit of a code; null for one that is no currency. */
export function findUnit(code: string): Unit | null {
  if (code === USDT.code) return USDT;
  const decimals = decimalsOf(code);
  if (decimals === null) return null;
  return { code, sign: currencySign(code), decimals, mostWholeDigits: 12, tipStep: 1n };
}

/** The currency of a business at its keypads, and its rate as the server last said; null: there is no current one. */
export type KeypadPrice = { currency: string; rate: { rate: string; spreadBps: number } | null };

/** What an amount costs in USDT, about: the server quotes it when it is charged. Null: it can't be charged. */
export function toMicros(amount: bigint, unit: Unit, price: KeypadPrice | null): bigint | null {
  if (amount <= 0n) return null;
  if (unit.code === USDT.code) return amount <= MAX_MICROS ? amount : null;
  if (price?.currency !== unit.code || price.rate === null) return null;
  const micros = quoteMicros({ minor: amount, decimals: unit.decimals, ...price.rate });
  return typeof micros === "bigint" ? micros : null;
}

/** Digits without the unit: `12.50`. */
export function displayIn(unit: Unit, amount: bigint): string {
  return unit.code === USDT.code ? displayAmount(amount) : displayMinor(amount, unit.code);
}

/** Decimal text as requests have it. */
export function decimalIn(unit: Unit, amount: bigint): string {
  return unit.code === USDT.code ? decimalFromMicros(amount) : decimalFromMinor(amount, unit.decimals);
}

/** The amount of decimal text; 0 for anything else. */
export function amountOf(decimal: string, unit: Unit): bigint {
  if (unit.code === USDT.code) return microsFromDecimal(decimal) ?? 0n;
  return minorFromDecimal(decimal, unit.decimals) ?? 0n;
}

/** What an amount of USDT is worth in the currency: `24.90 €`; null without a rate. */
export function displayWorth(micros: bigint, { currency, rate }: KeypadPrice): string | null {
  if (rate === null) return null;
  const decimals = decimalsOf(currency) ?? 0;
  return displayPrice({ currency, minor: valueMinor(micros, { decimals, rate: rate.rate }) });
}
