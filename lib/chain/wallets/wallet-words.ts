import { hexFromTron } from "@/lib/base/tron/address";

/** A line of a pasted wallet, as it is shown. */
export type WalletLine = { line: number; text: string };
/** With its words: addresses, keys, and the letters and digits of other text. */
export type ReadLine = WalletLine & { words: string[] };

export const TRON = "TRON addresses start with T and have 34 characters.";

/** Address formats in order of matching, with the message for those of other coins. */
const FORMS: [RegExp, string | null][] = [
  [/^T[0-9A-Za-z]{19,}$/, null],
  [/^(0x|41)[0-9a-f]{40}$/i, "is in hexadecimal form. Paste the form that starts with T, as your wallet shows it."],
  [/^0x[0-9a-f]{8,}$/i, `isn't a TRON address. ${TRON}`],
  [/^(bc1|tb1)[0-9a-z]{20,}$/i, `is a Bitcoin address. ${TRON}`],
  [/^ltc1[0-9a-z]{20,}$/i, `is a Litecoin address. ${TRON}`],
  [/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/, `is a Bitcoin address. ${TRON}`],
  [/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, `is an XRP Ledger address. ${TRON}`],
  [/^(addr1|cosmos1|bnb1|terra1|stake1)[0-9a-z]{20,}$/i, `is an address for another coin. ${TRON}`],
  [/^[EU]Q[0-9A-Za-z_-]{46}$/, `is a TON address. ${TRON}`],
  [/^(?=.*[0-9])(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{32,}$/, `isn't a TRON address. ${TRON}`],
];

const PUBLIC_KEY = /^(?:[xyztuv]pub|[LM]tub)[1-9A-HJ-NP-Za-km-z]{40,}$/i;

const LINE_BREAK = /\r\n|[\r\n\u0085\u2028\u2029]/;
/**
 * What no one sees: byte order marks, soft hyphens, joiners, blanks without width, direction marks, variation
 * selectors.
 */
const HIDDEN = /[\p{Cf}\p{Mn}]+/u;
/** Everything that no address has. Letters of other alphabets too: their labels may touch an address. */
const BETWEEN = /[^0-9A-Za-z_\-\p{Cf}\p{Mn}]+/u;

export function linesOf(text: string): ReadLine[] {
  return text.split(LINE_BREAK).map((line, index) => ({
    line: index + 1,
    text: withoutHidden(line).trim(),
    words: line.split(BETWEEN).flatMap(wordsIn),
  }));
}

/** Hidden characters stand within an address, where it may be broken, or between two. */
function wordsIn(chunk: string): string[] {
  const whole = withoutHidden(chunk);
  const parts = chunk.split(HIDDEN).filter(Boolean);
  const isOne = parts.length < 2 || hexFromTron(whole) !== null || isPublicKey(whole) || !parts.some(looksLikeAddress);
  return (isOne ? [whole] : parts).flatMap(splitByDashes).filter(Boolean);
}

/** Only addresses of TON have such signs. */
function splitByDashes(word: string): string[] {
  return looksLikeAddress(word) ? [word] : word.split(/[-_]+/);
}

function withoutHidden(text: string): string {
  return text.split(HIDDEN).join("");
}

export function isPublicKey(word: string): boolean {
  return PUBLIC_KEY.test(word);
}

/** Anything that may be meant as an address, of any coin; other columns of a table do not match. */
export function looksLikeAddress(word: string): boolean {
  return FORMS.some(([form]) => form.test(word));
}

/** What is wrong with the form of what looks like an address; null: it is TRON's. */
export function readForm(word: string): string | null {
  return FORMS.find(([form]) => form.test(word))?.[1] ?? null;
}
