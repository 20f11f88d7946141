import { numberFormat } from "@/lib/intl";
import { displayAmount, groupDigits, MAX_MICROS, microsFromDecimal } from "@/lib/money";

/** What is typed at a keypad, as on a calculator: `""`, `"12."`, `"12.50"`. Pure, also for the browser. */

export const ENTRY_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00", ".", "back", "clear"] as const;
export type EntryKey = (typeof ENTRY_KEYS)[number];

const MOST_WHOLE = 9;
const MOST_PLACES = 6;

/** The text after a key; a key that can add nothing leaves it as it is. */
export function pressKey(text: string, key: EntryKey): string {
  if (key === "clear") return "";
  if (key === "back") return text.slice(0, -1);
  if (key === ".") return text.includes(".") ? text : `${text || "0"}.`;
  return [...key].reduce(addDigit, text);
}

function addDigit(text: string, digit: string): string {
  const [whole = "", places] = text.split(".");
  if (places !== undefined) return places.length < MOST_PLACES ? text + digit : text;
  if (whole === "0") return digit;
  return whole.length < MOST_WHOLE ? text + digit : text;
}

/** Micro-USDT of what is typed; 0 while nothing is. */
export function typedMicros(text: string): bigint {
  return microsFromDecimal(text.replace(/\.$/, "")) ?? 0n;
}

/** What is typed, with its thousands apart and nothing added: `"1234."` → `"1,234."`; `"0"` while nothing is. */
export function typedWords(text: string): string {
  const [whole = "", places] = (text || "0").split(".");
  const grouped = groupDigits(whole);
  return places === undefined ? grouped : `${grouped}.${places}`;
}

/** A tip of so many per cent, to the nearest cent; `percent` has at most one decimal. */
export function tipMicros(amountMicros: bigint, percent: number): bigint {
  const tenths = BigInt(Math.round(percent * 10));
  const cent = 10_000n;
  return ((amountMicros * tenths + 500n * cent) / (1_000n * cent)) * cent;
}

/** Per cent that somebody typed, with either decimal sign: 0.1 to 100; null for anything else. */
export function percentOf(text: string): number | null {
  const match = /^\d{1,3}(?:[.,]\d)?$/.exec(text.trim());
  const percent = match ? Number(match[0].replace(",", ".")) : 0;
  return percent > 0 && percent <= 100 ? percent : null;
}

/** False when the sum is more than one payment may ask for. */
export function isChargeable(totalMicros: bigint): boolean {
  return totalMicros > 0n && totalMicros <= MAX_MICROS;
}

export type DecimalSign = "." | ",";

/** The decimal sign of a reader's language, of the two that stand on keypads. */
export function decimalSign(language: string): DecimalSign {
  return numberFormat(language).format(1.5).includes(",") ? "," : ".";
}

/** Display text with the reader's decimal sign: `1,234.50` → `1 234,50`, a no-break space between thousands. */
export function inReadersManner(display: string, sign: DecimalSign): string {
  return sign === "." ? display : display.replaceAll(",", "\u00a0").replace(".", ",");
}

/** `12500000n` → `"12.50"`, in the reader's manner. */
export function amountWords(micros: bigint, sign: DecimalSign): string {
  return inReadersManner(displayAmount(micros), sign);
}
