import { numberFormat } from "@/lib/base/values/intl";
import { groupDigits } from "@/lib/base/values/money";
import { amountOf, displayIn, displayWorth, type KeypadPrice, type Unit, USDT } from "@/lib/payments/pos/unit";
import { displayPriceWithin } from "@/lib/payments/prices/price-within";

/** What is typed at a keypad, as on a calculator: `""`, `"12."`, `"12.50"`. Pure, also for the browser. */

export const ENTRY_KEYS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00", ".", "back", "clear"] as const;
export type EntryKey = (typeof ENTRY_KEYS)[number];

/** The text after a key press; a key that is not possible in the unit leaves the text unchanged. */
export function pressKey(text: string, key: EntryKey, unit: Unit): string {
  if (key === "clear") return "";
  if (key === "back") return text.slice(0, -1);
  if (key === ".") return text.includes(".") || unit.decimals === 0 ? text : `${text || "0"}.`;
  return [...key].reduce((typed, digit) => addDigit(typed, digit, unit), text);
}

function addDigit(text: string, digit: string, { decimals, mostWholeDigits }: Unit): string {
  const [whole = "", places] = text.split(".");
  if (places !== undefined) return places.length < decimals ? text + digit : text;
  if (whole === "0") return digit;
  return whole.length < mostWholeDigits ? text + digit : text;
}

/** The typed amount in the smallest parts of the unit; 0 for empty text. */
export function typedAmount(text: string, unit: Unit): bigint {
  return amountOf(text.replace(/\.$/, ""), unit);
}

/** The typed text with only thousands separators added: `"1234."` → `"1,234."`, `""` → `"0"`. */
export function formatTyped(text: string): string {
  const [whole = "", places] = (text || "0").split(".");
  const grouped = groupDigits(whole);
  return places === undefined ? grouped : `${grouped}.${places}`;
}

/** The tip for a percentage with at most one decimal, rounded to the cent, or as the unit has it, half up. */
export function tipOf(amount: bigint, percent: number, { tipStep }: Unit): bigint {
  const tenths = BigInt(Math.round(percent * 10));
  return ((amount * tenths + 500n * tipStep) / (1_000n * tipStep)) * tipStep;
}

/** The percentage, with at most one decimal, for which an amount has this tip; 0 if there is none. */
export function percentOfTip(amount: bigint, tip: bigint, unit: Unit): number {
  if (amount === 0n) return 0;
  const percent = Number((tip * 2_000n + amount) / (2n * amount)) / 10;
  return percent <= 100 && tipOf(amount, percent, unit) === tip ? percent : 0;
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

export type DecimalSign = "." | ",";

/** The decimal sign of a language; one of the two that keypads have. */
export function decimalSign(language: string): DecimalSign {
  return numberFormat(language).format(1.5).includes(",") ? "," : ".";
}

/** Display text with the given decimal sign: `1,234.50` → `1 234,50`, with a no-break space between thousands. */
export function localizeAmount(display: string, sign: DecimalSign): string {
  return sign === "." ? display : display.replaceAll(",", "\u00a0").replace(".", ",");
}

/** A price as the server displays it, on one line: `1,234.50 €` → `1 234,50 €`. */
export function localizePrice(display: string, sign: DecimalSign): string {
  return localizeAmount(display, sign).replaceAll(" ", "\u00a0");
}

/** `12500000n` → `"12.50"`, with the given decimal sign and without the unit. */
export function formatAmount(amount: bigint, sign: DecimalSign, unit = USDT): string {
  return localizeAmount(displayIn(unit, amount), sign);
}

/** `2490n` of EUR → `"24,90 €"`, with the given decimal sign, on one line. */
export function formatWithUnit(amount: bigint, unit: Unit, sign: DecimalSign): string {
  return `${formatAmount(amount, sign, unit)}\u00a0${unit.sign}`;
}

/** About what an amount that is typed in one of the units is in the other one; null without a rate. */
export function formatInOther(micros: bigint, unit: Unit, price: KeypadPrice, sign: DecimalSign): string | null {
  if (unit !== USDT) return formatWithUnit(micros, USDT, sign);
  const worth = displayWorth(micros, price);
  return worth && localizePrice(worth, sign);
}

/** A limit in USDT; for amounts in a currency in that too: `500.00 € (545.00 USDT)`. */
export function formatLimit(micros: bigint, unit: Unit, price: KeypadPrice | null, sign: DecimalSign): string {
  const usdt = formatWithUnit(micros, USDT, sign);
  if (unit === USDT || !price?.rate) return usdt;
  const within = displayPriceWithin(micros, { currency: price.currency, ...price.rate });
  return `${localizePrice(within, sign)} (${usdt})`;
}
