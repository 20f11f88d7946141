import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";

/** BIP-44: purpose, TRON's coin type, first account. */
const ACCOUNT = "m/44'/195'/0'";

export type WordCount = 12 | 24;

/** A new seed phrase from the browser's source of randomness. */
export function newWords(count: WordCount): string[] {
  return generateMnemonic(wordlist, count === 12 ? 128 : 256).split(" ");
}

/** Typed text as lower-case words, without white space and numbering. */
export function wordsFrom(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/\d+[.)]?/g, " ")
    .split(/\s+/)
    .filter(Boolean);
}

/** Why these words are not a valid seed phrase, in a sentence; null when they are. */
export function faultOf(words: string[]): string | null {
  if (![12, 15, 18, 21, 24].includes(words.length)) {
    return `You entered ${words.length} ${words.length === 1 ? "word" : "words"}. A seed phrase has 12 or 24.`;
  }
  const unknown = words.findIndex((word) => !wordlist.includes(word));
  if (unknown >= 0) return `Word ${unknown + 1} isn't in the word list that wallets use.`;
  return validateMnemonic(words.join(" "), wordlist) ? null : "One of the words is wrong or in the wrong place.";
}

/** Extended public key of the seed phrase's first TRON account: it derives addresses and can never spend. */
export function accountKeyOf(words: string[], passphrase = ""): string {
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(words.join(" "), passphrase)).derive(ACCOUNT);
  const key = account.publicExtendedKey;
  account.wipePrivateData();
  return key;
}
