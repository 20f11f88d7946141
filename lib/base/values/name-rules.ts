/*
 * Names of people, businesses, terminals, devices, passkeys and views are one line of visible text: they stand in
 * emails, titles and lists beside words of ours.
 */

const LINES = /[\p{Cc}\p{Zl}\p{Zp}]/u;
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
/** Format characters, and characters that are blank */
const INVISIBLE = /[\p{Cf}\u115f\u1160\u2800\u3164\uffa0]+/gu;

const JOINERS = /^[\u200c\u200d]{1,2}$/;
/** Scripts that need no joiners. Others have letters that can't be written without them, as Persian and Sinhala do. */
const APART = /[\u0300-\u036f\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]$/u;
/** signs around Arabic numbers */
const SIGNS = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]+$/u;
/** of England, Scotland and Wales, for example */
const FLAG = /^[\u{e0020}-\u{e007e}]{1,8}\u{e007f}$/u;

/** Whether a run of format characters belongs to what is visible. */
function isVisiblePart(run: string, before: string, after: string): boolean {
  if (SIGNS.test(run)) return true;
  if (FLAG.test(run)) return before === "\u{1f3f4}";
  if (!JOINERS.test(run)) return false;
  const joinsEmojis =
    run === "\u200d" &&
    /(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}]|\ufe0f)$/u.test(before) &&
    /^\p{Extended_Pictographic}/u.test(after);
  return joinsEmojis || (/[\p{L}\p{M}]$/u.test(before) && !APART.test(before));
}

/** Replaces each run of format characters by what `decide` makes of it. */
function replaceInvisible(text: string, decide: (run: string, isVisible: boolean) => string): string {
  return text.replace(INVISIBLE, (run, index: number) => {
    const end = index + run.length;
    return decide(run, isVisiblePart(run, text.slice(Math.max(0, index - 2), index), text.slice(end, end + 2)));
  });
}

/** Why a text isn't one line of visible text, for the person who typed it; null if it is. */
export function findHiddenFault(text: string): string | null {
  if (LINES.test(text)) return "Use one line, without line breaks and control characters, for example Corner Shop.";
  const rest = replaceInvisible(text, (run, isVisible) => (isVisible ? "" : run));
  if (rest.search(INVISIBLE) === -1) return null;
  return DIRECTIONS.test(rest)
    ? "This contains an invisible character that changes the direction of text. Type it again instead of pasting it."
    : "This contains an invisible character. Type it again instead of pasting it.";
}

/** Why a text can't be a name, for the person who typed it; null if it can. */
export function findNameFault(text: string): string | null {
  const hidden = findHiddenFault(text);
  if (hidden) return hidden;
  // a compatible form, such as a full-width colon, may be read as the character
  const isLink = text.normalize("NFKC").includes("://");
  return isLink ? "A name can't contain a link. Leave out ://, for example Corner Shop." : null;
}

/** A text that was stored before these rules, or comes from elsewhere, on one line and without invisible characters. */
export function oneLine(text: string): string {
  const visible = replaceInvisible(text, (run, isVisible) => (isVisible ? run : ""));
  return visible.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

const NUMBER = /^[^\p{L}\p{N}]?\d+\.\d+[^\p{L}\p{N}]?$/u;
const EMAIL = /^[(<]?(?!www\.)[\w.+-]{1,64}@[\w.-]{1,255}[>),;:!?]?$/i;
const JOINT = /(?<=[^\s.])[.\u3002\uff0e\uff61](?=[\p{L}\p{N}])|:(?=\/\/)|\\(?=\\)|(?<=\S)@(?=\S)/gu;

/**
 * As `oneLine`, written so that no mail program makes a link of it: `shop.example` becomes `shop. example`. Decimal
 * numbers and email addresses stay as they are. For emails to people who may not know the one who chose the text.
 */
export function withoutLinks(text: string): string {
  return oneLine(text).replace(/\S+/gu, (word) =>
    NUMBER.test(word) || EMAIL.test(word) ? word : word.replace(JOINT, "$& "),
  );
}
