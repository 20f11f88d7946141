import { CURRENCIES, decimalsOf, minorFromDecimal, type Price } from "@/lib/base/values/currencies";
import { possibleDecimals } from "@/lib/base/values/typed-amount";

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
