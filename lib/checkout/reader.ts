import { dateTimeFormat, numberFormat } from "@/lib/intl";
import { type Locale, languageTagOf } from "@/sdks/browser/src/words/locales";

/**
 * Figures and times in the reader's manner, with Latin digits in every language: they are compared with a wallet's, digit by
 * digit. Grouping and decimal sign are the reader's; with at least two decimals the last sign is always the decimal one.
 */

const TIME: Intl.DateTimeFormatOptions = {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
};

/** For `Intl`: English with the day before the month. */
function formatTagOf(locale: Locale): string {
  return `${locale === "en" ? "en-GB" : languageTagOf(locale)}-u-nu-latn`;
}

/** `1,234.50` as the service writes it → `1.234,50` for a German. Exact: no digit is rounded away. */
export function localAmount(display: string, locale: Locale): string {
  const decimal = Number(display.replaceAll(",", ""));
  const format = numberFormat(formatTagOf(locale), { minimumFractionDigits: 2, maximumFractionDigits: 6 });
  return format.format(decimal);
}

/** `5 Nov 2026, 14:03 WET`: an instant in a zone (this machine's where none is given), named unless `zoneNamed` is false. */
export function localTime(iso: string, locale: Locale, timeZone?: string, zoneNamed = true): string {
  const zone: Intl.DateTimeFormatOptions = zoneNamed ? { timeZoneName: "short" } : {};
  return dateTimeFormat(formatTagOf(locale), { ...TIME, ...zone, timeZone })?.format(new Date(iso)) ?? iso;
}
