/** An extended public key. One in 1,400 has the letters of a private one somewhere in it. */
const PUBLIC_KEY = /(?<![0-9A-Za-z])(?:[xyztuv]pub|[LM]tub)[1-9A-HJ-NP-Za-km-z]{107}(?![0-9A-Za-z])/g;
/** Longer than any address, some of which have these letters by chance. */
const XPRV = /(?:[xyztuv]prv|[LM]t[pu]v|dgpv)[1-9A-HJ-NP-Za-km-z]{60,}/i;
const HEX_KEY = /(?<![0-9a-z])(?:0x)?[0-9a-f]{64}(?![0-9a-z])/i;
const WIF = /(?<![0-9A-Za-z])[5KL][1-9A-HJ-NP-Za-km-z]{50,51}(?![0-9A-Za-z])/;
const WORD = /^[a-z]{3,8}$/i;
const SHORTEST_PHRASE = 12;

/**
 * What of a pasted text could move money: an extended private key, a private key in hexadecimal or WIF, or twelve words
 * in a row that could be a seed phrase, numbered or not. Null when there is nothing of the kind.
 */
export function findSecret(text: string): Secret | null {
  return findPlain(text) ?? findPlain(text.replace(HIDDEN, "")) ?? findPlain(text.replace(SIGNS, " "));
}

type Secret = "xprv" | "private key" | "seed phrase";

/**
 * Characters that no one sees, and the signs that other keyboards put between words: they may stand in or around a
 * secret.
 */
const HIDDEN = /[\p{Cf}\p{Mn}]/gu;
const SIGNS = /[^\p{L}\p{N}.:()[\]\-"'\s]/gu;

function findPlain(text: string): Secret | null {
  if (XPRV.test(text.replace(PUBLIC_KEY, " "))) return "xprv";
  if (HEX_KEY.test(text) || WIF.test(text)) return "private key";
  return longestWordRun(text) >= SHORTEST_PHRASE ? "seed phrase" : null;
}

/** Said of each of them; the text itself is repeated nowhere. */
export const SECRET_REFUSED = {
  xprv: refused("This is an extended private key (xprv)"),
  "private key": refused("This looks like a private key"),
  "seed phrase": refused("This looks like a seed phrase"),
};

function refused(what: string): string {
  return `${what}. Anyone who sees it can take your funds, so never paste it into a web page. It wasn't stored. Move your funds to a new wallet now, then paste that wallet's addresses or xpub.`;
}

function longestWordRun(text: string): number {
  let longest = 0;
  let run = 0;
  for (const part of text.split(/[\s,;|"']+/)) {
    const word = /^.*[^.:)\]]/.exec(part.replace(/^[[(]?\d*[.):\]-]*/, ""))?.[0] ?? "";
    if (word === "") continue;
    run = WORD.test(word) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
