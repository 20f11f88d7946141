import { HDKey } from "@scure/bip32";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { ACCOUNT_DEPTH, CHAIN_DEPTH, chainXpub } from "@/lib/base/tron/derive";
import { findSecret, SECRET_REFUSED } from "@/lib/chain/wallets/wallet-secrets";
import {
  isPublicKey,
  linesOf,
  looksLikeAddress,
  type ReadLine,
  readForm,
  TRON,
  type WalletLine,
} from "@/lib/chain/wallets/wallet-words";

/**
 * A wallet as the database keeps it: its own addresses in their order, or the receiving chain's extended public key.
 */
export type ReadWallet = { kind: "list"; addresses: HexAddress[] } | { kind: "xpub"; xpub: string };

const MAX_ADDRESSES = 5_000;
const ZERO: HexAddress = `0x${"0".repeat(40)}`;
const HARDENED = 0x80000000;

/**
 * Reads a pasted receiving wallet: addresses separated by lines, blanks or the signs of any keyboard, or a CSV with
 * other columns, or one extended public key. Takes everything that looks like an address, whatever no one sees beside
 * it. `problems` has one sentence per error, with its line.
 */
export function readWallet(text: string, token: HexAddress): ReadWallet | { problems: string[] } {
  const secret = findSecret(text);
  if (secret) return { problems: [SECRET_REFUSED[secret]] };
  const lines = linesOf(text);
  const words = lines.flatMap((line) => line.words);
  if (words.length === 0) return { problems: ["Paste your wallet's addresses or its extended public key (xpub)."] };
  if (!words.some(isPublicKey)) return readList(lines, token);
  if (words.length > 1) return { problems: ["Paste the extended public key on its own, without other text."] };
  return readXpub(words[0] as string);
}

function readXpub(text: string): ReadWallet | { problems: string[] } {
  const refuse = (problem: string) => ({ problems: [problem] });
  if (!text.startsWith("xpub")) {
    return refuse(
      `This key starts with ${text.slice(0, 4)}, which is for another coin or address type. TRON wallets export an xpub.`,
    );
  }
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text);
  } catch {
    return refuse("This xpub has a typo: its checksum doesn't match. Copy it from your wallet again.");
  }
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== CHAIN_DEPTH) {
    return refuse(
      `This xpub has depth ${key.depth}. Export the xpub of the account (m/44'/195'/0', depth 3) or of its receiving chain (m/44'/195'/0'/0, depth 4).`,
    );
  }
  if (key.depth === ACCOUNT_DEPTH ? key.index < HARDENED : key.index >= HARDENED) {
    return refuse("This xpub isn't a BIP-44 account or receiving chain. Export the xpub of m/44'/195'/0'.");
  }
  return { kind: "xpub", xpub: chainXpub(text) };
}

/**
 * The lines of a list that contain something else than addresses, such as a heading or labels. `…` stands for each
 * address: the first one's end is typed from the wallet, not from here.
 */
export function listUnused(text: string): WalletLine[] {
  return linesOf(text)
    .filter(({ words }) => !words.every(looksLikeAddress))
    .map(({ line, text, words }) => ({ line, text: shorten(withoutAddresses(text, words)) }));
}

function withoutAddresses(text: string, words: string[]): string {
  return words.filter(looksLikeAddress).reduce((rest, address) => rest.replaceAll(address, "…"), text);
}

function readList(lines: ReadLine[], token: HexAddress): ReadWallet | { problems: string[] } {
  const firstLine = new Map<HexAddress, number>();
  const problems: string[] = [];
  const isTable = lines.filter(({ words }) => words.length > 0).length > 1;
  for (const { line, text, words } of lines) {
    const meant = words.filter(looksLikeAddress);
    const isHeading = isTable && firstLine.size === 0 && problems.length === 0;
    if (words.length > 0 && meant.length === 0 && !isHeading) {
      problems.push(`Line ${line}: no address found in “${shorten(text)}”.`);
    }
    for (const word of meant) {
      const hex = hexFromTron(word);
      const problem = findProblem(word, hex, token, firstLine);
      if (problem) problems.push(`Line ${line}: ${problem}`);
      else if (hex) firstLine.set(hex, line);
    }
  }
  if (problems.length > 0) return { problems };
  if (firstLine.size === 0) return { problems: [`No TRON address found. ${TRON}`] };
  if (firstLine.size > MAX_ADDRESSES) {
    return {
      problems: [`This list has ${firstLine.size} addresses; the limit is 5,000. Use an xpub for unlimited addresses.`],
    };
  }
  return { kind: "list", addresses: [...firstLine.keys()] };
}

function findProblem(
  word: string,
  hex: HexAddress | null,
  token: HexAddress,
  seen: Map<HexAddress, number>,
): string | null {
  const foreign = readForm(word);
  if (foreign) return `${shorten(word)} ${foreign}`;
  if (word.length !== 34) return `${shorten(word)} has ${word.length} characters. ${TRON}`;
  if (!hex) return `${word} has a typo: its checksum doesn't match. Copy it from your wallet again.`;
  if (hex === ZERO) return `${word} is the zero address. Funds sent there would be lost.`;
  if (hex === token) return `${word} is the USDT contract. Funds sent there would be lost.`;
  const line = seen.get(hex);
  return line === undefined ? null : `${word} is already in line ${line}.`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
