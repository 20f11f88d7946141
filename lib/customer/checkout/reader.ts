import { dateTimeFormat, numberFormat } from "@/lib/base/values/intl";
import { type Locale, languageTagOf } from "@/lib/customer/checkout/locales";

/**
 * Amounts and times in the reader's format, always with Latin digits, since customers compare them with their wallet's.
 * Amounts in USDT always have at least two decimals, so their last separator is the decimal one.
 */

const TIME: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
};

/** The tag for `Intl`. English puts the day before the month. */
function formatTagOf(locale: Locale): string {
  return `${locale === "en" ? "en-GB" : languageTagOf(locale)}-u-nu-latn`;
}

/** The service's `1,234.50` → `1.234,50` in German. Exact: no digit is rounded. */
export function localAmount(display: string, locale: Locale): string {
  const decimal = Number(display.replaceAll(",", ""));
  const format = numberFormat(formatTagOf(locale), { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return format.format(decimal);
}

/** `1234.50` → `1.234,50` in German: with the decimals that the text has. Exact up to fifteen digits. */
export function localPrice(decimal: string, locale: Locale): string {
  const places = decimal.split(".")[1]?.length ?? 0;
  const format = numberFormat(formatTagOf(locale), { minimumFractionDigits: places, maximumFractionDigits: places });
  return format.format(Number(decimal));
}

/**
 * `5 Nov 2026, 14:03 WET`: an instant in a zone (default: this machine's). The zone is named unless `zoneNamed` is
 * false.
 */
export function localTime(iso: string, locale: Locale, timeZone?: string, zoneNamed = true): string {
  const zone: Intl.DateTimeFormatOptions = zoneNamed ? { timeZoneName: "short" } : {};
  return dateTimeFormat(formatTagOf(locale), { ...TIME, ...zone, timeZone })?.format(new Date(iso)) ?? iso;
}
