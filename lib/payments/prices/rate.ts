/**
 * Exchange rates. A rate is the USDT for one unit of a currency ("1 EUR = 1.0895 USDT"), as decimal text with up to 24
 * significant digits. Pure, and without floats.
 */

const MAX_SIGNIFICANT = 24;
/** A unit of no currency is worth more than a million USDT, or less than a millionth of a millionth. */
const MAX_WHOLE_DIGITS = 6;
const MAX_LEADING_ZEROS = 12;

/** `digits / 10 ** scale` */
export type Fraction = { digits: bigint; scale: number };

/** The way in which a rate is typed or published: USDT for one unit of the currency, or units for one USDT. */
export type RateWay = "usdt_per_unit" | "units_per_usdt";

/**
 * A rate from decimal text in either way. Null for anything else: signs, exponents, separators, zero, or a rate that no
 * currency has. Of units for one USDT, the reciprocal is cut after 24 digits, so that a price of a round number of USDT
 * stays round.
 */
export function readRate(text: string, way: RateWay): string | null {
  if (!/^\d{1,24}(?:\.\d{1,36})?$/.test(text)) return null;
  const { digits, scale } = fractionOf(text);
  if (digits === 0n) return null;
  const rate = way === "usdt_per_unit" ? cut(digits, scale) : reciprocal({ digits, scale });
  return isPlausible(rate) ? rate : null;
}

/** The other way of showing a rate: units for one USDT, as decimal text with up to `significant` digits, rounded. */
export function unitsPerUsdt(rate: string, significant = 8): string {
  const { digits, scale } = fractionOf(rate);
  const spare = BigInt(digits.toString().length + significant + 1);
  const units = 10n ** (BigInt(scale) + spare) / digits;
  return round(units, Number(spare), significant);
}

/** A rate for people, rounded to `significant` digits: `1.0895`, `0.00060606061`. */
export function displayRate(rate: string, significant = 8): string {
  const { digits, scale } = fractionOf(rate);
  return round(digits, scale, significant);
}

/** How far one rate lies from another, in hundredths of a percent of the other, rounded down; 0: equal. */
export function differenceBps(rate: string, other: string): bigint {
  const [a, b] = [fractionOf(rate), fractionOf(other)];
  const [x, y] = [a.digits * 10n ** BigInt(b.scale), b.digits * 10n ** BigInt(a.scale)];
  return ((x > y ? x - y : y - x) * 10_000n) / y;
}

/** Whether a rate is still about the one that a member saw, which is whatever their browser sent. */
export function isNear(rate: string, seen: string, bandBps: number): boolean {
  return /^\d+(\.\d+)?$/.test(seen) && !/^[0.]+$/.test(seen) && differenceBps(rate, seen) <= BigInt(bandBps);
}

/** Of decimal text without sign. */
export function fractionOf(text: string): Fraction {
  const [whole = "", fraction = ""] = text.split(".");
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

function reciprocal({ digits, scale }: Fraction): string {
  const places = digits.toString().length + MAX_SIGNIFICANT;
  return cut(10n ** BigInt(scale + places) / digits, places);
}

/** Decimal text of at most 24 significant digits; what is beyond them is left out. */
function cut(digits: bigint, scale: number): string {
  const extra = Math.min(Math.max(digits.toString().length - MAX_SIGNIFICANT, 0), scale);
  return textOf({ digits: digits / 10n ** BigInt(extra), scale: scale - extra });
}

function round(digits: bigint, scale: number, significant: number): string {
  const extra = Math.min(Math.max(digits.toString().length - significant, 0), scale);
  const unit = 10n ** BigInt(extra);
  return textOf({ digits: (digits + unit / 2n) / unit, scale: scale - extra });
}

function textOf({ digits, scale }: Fraction): string {
  const padded = digits.toString().padStart(scale + 1, "0");
  const whole = padded.slice(0, padded.length - scale);
  const fraction = withoutTrailingZeros(padded.slice(padded.length - scale));
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

function isPlausible(rate: string): boolean {
  const [whole = "", fraction = ""] = rate.split(".");
  if (whole.length > MAX_WHOLE_DIGITS) return false;
  return whole !== "0" || (/^0*/.exec(fraction)?.[0].length ?? 0) < MAX_LEADING_ZEROS;
}
