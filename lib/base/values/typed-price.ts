import { CURRENCIES, decimalsOf, minorFromDecimal, type Price } from "@/lib/base/values/currencies";
import { possibleDecimals, readTypedAmount } from "@/lib/base/values/typed-number";

/** Prices as people type them, in a form or in a search. */

/**
 * Minor units of a typed price, or what to enter instead. A comma before three digits is refused as ambiguous, except
 * in a currency without decimals, where `2,490` can only be thousands.
 */
export function readTypedPrice(text: string, currency: string): { minor: bigint } | { error: string } {
  const decimals = decimalsOf(currency);
  if (decimals === null) return { error: "Choose a currency." };
  const reading = readTypedAmount(text);
  if ("either" in reading && decimals > 0) {
    const [thousands, fraction] = reading.either;
    const other = decimals > 2 ? fraction : `an amount with up to ${decimals} decimals`;
    return { error: `Enter ${thousands} or ${other}, without a comma.` };
  }
  const minor = minorFromDecimal("either" in reading ? reading.either[0] : reading.decimal, decimals);
  if (minor !== null) return { minor };
  if (decimals === 0) return { error: `Enter an amount of ${currency} above 0 without decimals, for example 2490.` };
  const example = "24.900".slice(0, 3 + decimals);
  return { error: `Enter an amount of ${currency} above 0 with up to ${decimals} decimals, for example ${example}.` };
}

const SIGNS: Record<string, string> = { "€": "EUR" };

/**
 * What a searched text may mean as a price: `24.90 EUR`, `24,90 €` or `EUR 24.90`, and without a currency a price in
 * any of them that has such amounts.
 */
export function possiblePrices(text: string): Price[] {
  const { number, currency } = split(text.trim());
  const currencies = currency === null ? CURRENCIES : [currency];
  return possibleDecimals(number).flatMap((decimal) =>
    currencies.flatMap((one) => {
      const minor = minorFromDecimal(decimal, decimalsOf(one) ?? 0);
      return minor === null ? [] : [{ currency: one, minor }];
    }),
  );
}

function split(text: string): { number: string; currency: string | null } {
  const before = /^(?:€|[a-z]{3})/i.exec(text)?.[0] ?? "";
  const after = /(?:€|[a-z]{3})$/i.exec(text)?.[0] ?? "";
  const sign = before + after;
  if (sign === "") return { number: text, currency: null };
  const code = SIGNS[sign] ?? sign.toUpperCase();
  // neither a code that is none nor two of them make a price
  if (decimalsOf(code) === null) return { number: "", currency: null };
  return { number: text.slice(before.length, text.length - after.length), currency: code };
}
