/** Amounts are integers of micro-USDT (1 USDT = 1,000,000); only the edges see decimals. */

const MICROS_PER_USDT = 1_000_000n;
const MICROS_PER_CENT = 10_000n;

export const MIN_AMOUNT_USDT = 0.000001;
/** 15 significant digits: every allowed amount survives being a JSON number. */
export const MAX_AMOUNT_USDT = 999_999_999.999999;

/** True when a number is a decimal with at most six places (`12.5`, `0.000001`), false for `1e-7` or `0.1 + 0.2`. */
export function hasAtMostSixPlaces(value: number): boolean {
  return Number.isFinite(value) && Number(value.toFixed(6)) === value;
}

/** Micro-USDT of a JSON amount that passed `hasAtMostSixPlaces` and the bounds above. */
export function microsFromNumber(value: number): bigint {
  return BigInt(value.toFixed(6).replace(".", ""));
}

/** The largest amount of one payment. */
export const MAX_MICROS = 999_999_999_999_999n;

/** Micro-USDT of decimal text with at most nine whole digits and six places (`12.5`); null for anything else. */
export function microsFromDecimal(text: string): bigint | null {
  const [, whole, fraction = ""] = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  return whole === undefined ? null : BigInt(whole + fraction.padEnd(6, "0"));
}

/** The JSON number of an amount within the bounds above; exact. */
export function numberFromMicros(micros: bigint): number {
  return Number(decimalFromMicros(micros));
}

/** `12500000n` → `"12.5"`: shortest exact decimal text, never an exponent, of any size. */
export function decimalFromMicros(micros: bigint): string {
  const { sign, whole, fraction } = split(micros);
  const digits = fraction.replace(/0{1,6}$/, "");
  return digits === "" ? `${sign}${whole}` : `${sign}${whole}.${digits}`;
}

/** `1234500000n` → `"1,234.50"`: at least two places, all significant ones, U+2212 for minus. */
export function displayAmount(micros: bigint): string {
  const { sign, whole, fraction } = split(micros);
  const grouped = groupDigits(String(whole));
  const digits = fraction.replace(/0{1,4}$/, "");
  return `${sign === "-" ? "\u2212" : ""}${grouped}.${digits}`;
}

/** `1234567891n` → `"1,234.57"`: two places, rounded, for a headline; an amount below 0.01 keeps all of its places. */
export function headlineAmount(micros: bigint): string {
  if (micros / MICROS_PER_CENT === 0n) return displayAmount(micros);
  const half = (micros < 0n ? -MICROS_PER_CENT : MICROS_PER_CENT) / 2n;
  return displayAmount(((micros + half) / MICROS_PER_CENT) * MICROS_PER_CENT);
}

/** `1234567` → `1,234,567`. */
export function groupDigits(digits: string): string {
  const first = digits.length % 3 || 3;
  return [digits.slice(0, first), ...(digits.slice(first).match(/.{3}/g) ?? [])].join(",");
}

function split(micros: bigint) {
  const absolute = micros < 0n ? -micros : micros;
  return {
    sign: micros < 0n ? "-" : "",
    whole: absolute / MICROS_PER_USDT,
    fraction: String(absolute % MICROS_PER_USDT).padStart(6, "0"),
  };
}
