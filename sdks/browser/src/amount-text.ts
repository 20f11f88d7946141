import type { Locale } from "@/lib/checkout/locales";

/** Amounts as a reader sees them. Pure. */

/**
 * `1234.5` → `1,234.50` in the reader's number format: two to six decimals, never an exponent. Digits are always Latin, since
 * wallets accept no others. Exact for every amount the service allows. Falls back to the copied form if `Intl` fails.
 */
export function amountText(amount: number, locale: Locale): string {
  try {
    return new Intl.NumberFormat(`${locale}-u-nu-latn`, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(
      amount,
    );
  } catch {
    return amountToCopy(amount);
  }
}

/** The same with its unit after a no-break space: `12.50 USDT`. */
export function amountWithUnit(amount: number, locale: Locale): string {
  return `${amountText(amount, locale)}\u00a0USDT`;
}

/** The amount for the clipboard: `1234.50`, with a decimal point and no separators in every language. */
export function amountToCopy(amount: number): string {
  return amount.toFixed(6).replace(/0{1,4}$/, "");
}

/** An address in groups of four. */
export function inGroupsOfFour(address: string): string[] {
  return address.match(/.{1,4}/g) ?? [];
}
