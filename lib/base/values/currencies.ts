import { groupDigits } from "@/lib/base/values/money";

/** The currencies that a price can be in, by ISO 4217: those that people pay with, not metals, funds and test codes. */

const NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF";
const TWO_DECIMALS = [
  "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC",
  "CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES",
  "KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR",
  "NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT",
  "TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG",
].join(" ");
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";

const DECIMALS = new Map<string, number>();
for (const [decimals, codes] of [
  [0, NO_DECIMALS],
  [2, TWO_DECIMALS],
  [3, THREE_DECIMALS],
] as const) {
  for (const code of codes.split(" ")) DECIMALS.set(code, decimals);
}

/** ISO 4217 codes in alphabetical order. */
export const CURRENCIES: readonly string[] = [...DECIMALS.keys()].toSorted();

/** How many decimals amounts of a currency have, by ISO 4217; null when it isn't a currency. */
export function decimalsOf(currency: string): number | null {
  return DECIMALS.get(currency) ?? null;
}

/** Whole digits of a price: every amount in minor units fits a `bigint` column and a JSON number. */
const MAX_WHOLE_DIGITS = 12;

/**
 * Minor units (cents, yen) of decimal text such as `24.90`; null for anything else: signs, exponents, separators, more
 * decimals than the currency has, zero.
 */
export function minorFromDecimal(text: string, decimals: number): bigint | null {
  const [, whole, fraction = ""] = /^(0|[1-9]\d*)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || whole.length > MAX_WHOLE_DIGITS || fraction.length > decimals) return null;
  const minor = BigInt(whole + fraction.padEnd(decimals, "0"));
  return minor > 0n ? minor : null;
}

/** `2490n` → `"24.90"`: with all decimals of the currency. */
export function decimalFromMinor(minor: bigint, decimals: number): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(decimals + 1, "0");
  const [whole, fraction] = [digits.slice(0, digits.length - decimals), digits.slice(digits.length - decimals)];
  return `${minor < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`;
}

/** An amount of a currency, in its minor units (cents, yen). */
export type Price = { currency: string; minor: bigint };

/** `24.90 €`, `2,490 JPY`: digits as of amounts in USDT, with all decimals of the currency; U+2212 for minus. */
export function displayPrice({ currency, minor }: Price): string {
  return `${displayMinor(minor, currency)} ${currencySign(currency)}`;
}

/** `2490n` of EUR → `"24.90"`: the digits of `displayPrice` alone. */
export function displayMinor(minor: bigint, currency: string): string {
  const [whole = "", fraction] = decimalFromMinor(minor < 0n ? -minor : minor, decimalsOf(currency) ?? 0).split(".");
  const digits = fraction === undefined ? groupDigits(whole) : `${groupDigits(whole)}.${fraction}`;
  return `${minor < 0n ? "\u2212" : ""}${digits}`;
}

/** What stands after an amount, as USDT does: `€`, the one sign that stands for one currency only, or the code. */
export function currencySign(currency: string): string {
  return currency === "EUR" ? "€" : currency;
}
