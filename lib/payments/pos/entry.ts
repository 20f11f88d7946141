import { numberFormat } from "@/lib/base/values/intl";
import { displayAmount, groupDigits, MAX_MICROS, microsFromDecimal } from "@/lib/base/values/money";

/** What is typed at a keypad, as on a calculator: `""`, `"12."`, `"12.50"`. Pure, also for the browser. */

export const ENTRY_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00", ".", "back", "clear"] as const;
export type EntryKey = (typeof ENTRY_KEYS)[number];

const MOST_WHOLE = 9;
const MOST_PLACES = 6;

/** The text after a key press; a key that is not possible leaves the text unchanged. */
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

/** The typed amount in micro-USDT; 0 for empty text. */
export function typedMicros(text: string): bigint {
  return microsFromDecimal(text.replace(/\.$/, "")) ?? 0n;
}

/** The typed text with only thousands separators added: `"1234."` → `"1,234."`, `""` → `"0"`. */
export function formatTyped(text: string): string {
  const [whole = "", places] = (text || "0").split(".");
  const grouped = groupDigits(whole);
  return places === undefined ? grouped : `${grouped}.${places}`;
}

/** The tip for a percentage with at most one decimal, rounded to the cent, half up. */
export function tipMicros(amountMicros: bigint, percent: number): bigint {
  const tenths = BigInt(Math.round(percent * 10));
  const cent = 10_000n;
  return ((amountMicros * tenths + 500n * cent) / (1_000n * cent)) * cent;
}

/** The percentage, with at most one decimal, for which an amount has this tip; 0 if there is none. */
export function percentOfTip(amountMicros: bigint, tip: bigint): number {
  if (amountMicros === 0n) return 0;
  const percent = Number((tip * 2_000n + amountMicros) / (2n * amountMicros)) / 10;
  return percent <= 100 && tipMicros(amountMicros, percent) === tip ? percent : 0;
}

/**
 * A typed percentage from 0 to 100 with at most one decimal and either decimal sign, 0 for empty text; null for
 * anything else.
 */
export function percentOf(text: string): number | null {
  const typed = text.trim();
  if (typed === "") return 0;
  const match = /^\d{1,3}(?:[.,]\d?)?$/.exec(typed);
  const percent = match ? Number(match[0].replace(",", ".")) : null;
  return percent !== null && percent <= 100 ? percent : null;
}

/** False for 0 and for more than the largest payment. */
export function isChargeable(totalMicros: bigint): boolean {
  return totalMicros > 0n && totalMicros <= MAX_MICROS;
}

export type DecimalSign = "." | ",";

/** The decimal sign of a language; one of the two that keypads have. */
export function decimalSign(language: string): DecimalSign {
  return numberFormat(language).format(1.5).includes(",") ? "," : ".";
}

/** Display text with the given decimal sign: `1,234.50` → `1 234,50`, with a no-break space between thousands. */
export function localizeAmount(display: string, sign: DecimalSign): string {
  return sign === "." ? display : display.replaceAll(",", "\u00a0").replace(".", ",");
}

/** `12500000n` → `"12.50"`, with the given decimal sign. */
export function formatAmount(micros: bigint, sign: DecimalSign): string {
  return localizeAmount(displayAmount(micros), sign);
}
