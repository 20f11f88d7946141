/** What a formula begins with, the full-width forms included, after blanks and characters that can't be seen. */
const FORMULA = /^[\s\p{C}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
/** A sign, a negative number, a phone number: a sign and digits can't call a function and keep their value. */
const SIGNED = /^\s*[+-](?:\d[\d .,()]*)?$/;
/** `;` separates in half of the world, whatever the file's own separator is. */
const OTHER_SEPARATOR = ";";

/**
 * Text that no spreadsheet runs as a formula: an apostrophe stands before what would be one, at the beginning and after
 * each semicolon. `-1`, `+49 30 1234` and `-12.50` stay as they are.
 */
export function guardFormula(text: string): string {
  return text.split(OTHER_SEPARATOR).map(guardPart).join(OTHER_SEPARATOR);
}

function guardPart(part: string): string {
  return FORMULA.test(part) && !SIGNED.test(part) ? `'${part}` : part;
}
