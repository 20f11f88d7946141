import { microsFromDecimal } from "@/lib/base/values/money";

/** Numbers as people type them, in a form or in a search. Pure, also for the browser. */

const ONE_GROUP = /^([1-9]\d{0,2}),(\d{3})$/;
const COMMA_GROUPS = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const SPACE_GROUPS = /^[1-9]\d{0,2}(?:\s\d{3})+(?:[.,]\d+)?$/;

export type Reading = { decimal: string } | { either: [thousands: string, fraction: string] };

/**
 * Decimal text of a typed amount. Commas are thousands separators in `1,234.50` and `1,234,567`, and a decimal sign in
 * `12,50`. `1,000` is a thousand in some countries and one in others: `either` has both. Text that is no amount becomes
 * no decimal text.
 */
export function readTypedAmount(text: string): Reading {
  const typed = text.trim();
  const [, whole, last] = ONE_GROUP.exec(typed) ?? [];
  if (whole !== undefined) return { either: [`${whole}${last}`, `${whole}.${last}`] };
  if (COMMA_GROUPS.test(typed)) return { decimal: typed.replaceAll(",", "") };
  if (SPACE_GROUPS.test(typed)) return { decimal: typed.replace(/\s/g, "").replace(",", ".") };
  return { decimal: typed.replace(",", ".") };
}

/**
 * What a searched text may mean as an amount, in micro-USDT. A search doesn't refuse `1,234`: it finds both readings.
 */
export function possibleAmounts(text: string): bigint[] {
  const readings = possibleDecimals(text.replace(/usdt$/i, "")).map(microsFromDecimal);
  return readings.filter((micros) => micros !== null && micros > 0n) as bigint[];
}

/** What a searched number may mean, as decimal text: of `1,234` both `1234` and `1.234`. */
export function possibleDecimals(text: string): string[] {
  const bare = text.replace(/\s/g, "");
  const readings = [
    decimal(bare, /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,6}))?$/),
    decimal(bare, /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,6}))?$/),
  ];
  return [...new Set(readings)].filter((reading) => reading !== null);
}

function decimal(words: string, form: RegExp): string | null {
  const [, grouped, fraction] = form.exec(words) ?? [];
  if (grouped === undefined) return null;
  const whole = String(BigInt(grouped.replace(/[.,]/g, "")));
  return fraction === undefined ? whole : `${whole}.${fraction}`;
}
