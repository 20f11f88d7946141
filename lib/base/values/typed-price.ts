import { CURRENCIES, decimalsOf, minorFromDecimal, type Price } from "@/lib/base/values/currencies";
import { possibleDecimals, readTypedAmount } from "@/lib/base/values/typed-amount";

/** Prices as people type them, in a form or in a search. */

/**
 * Minor units of a typed price, or what to enter instead. `2,490` is ambiguous only in currencies with three decimals.
 */
export function readTypedPrice(text: string, currency: string): { minor: bigint } | { error: string } {
  const decimals = decimalsOf(currency);
  if (decimals === null) return { error: "Choose a currency." };
  const reading = readTypedAmount(text);
  const readings = "decimal" in reading ? [reading.decimal] : reading.either;
  const minors = readings.flatMap((decimal) => minorFromDecimal(decimal, decimals) ?? []);
  const [minor] = minors;
  if (minor !== undefined && minors.length === 1) return { minor };
  if (minors.length > 1) return { error: `Enter ${readings.join(" or ")}, without a comma.` };
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
  const [, before, after] = /^(?:(€|[a-z]{3})\s*)?[\d.,\s]+?\s*(€|[a-z]{3})?$/i.exec(text) ?? [];
  const sign = before ?? after;
  if (sign === undefined) return { number: text, currency: null };
  const number = text.slice(before?.length ?? 0, after === undefined ? undefined : -after.length);
  const code = SIGNS[sign] ?? sign.toUpperCase();
  // a code that is none, or two of them, make no price
  return decimalsOf(code) === null || (before && after) ? { number: "", currency: null } : { number, currency: code };
}
