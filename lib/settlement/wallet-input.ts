import { HDKey } from "@scure/bip32";
import { type HexAddress, hexFromTron } from "@/lib/settlement/address";
import { ACCOUNT_DEPTH, CHAIN_DEPTH, chainXpub } from "@/lib/settlement/derive";
import { findSecret, SECRET_REFUSED } from "@/lib/settlement/wallet-secrets";

/** A wallet as the database keeps it: its own addresses in their order, or the receiving chain's extended public key. */
export type ReadWallet = { kind: "list"; addresses: HexAddress[] } | { kind: "xpub"; xpub: string };

const MAX_ADDRESSES = 5_000;
const ZERO: HexAddress = `0x${"0".repeat(40)}`;
const HARDENED = 0x80000000;

const PUBLIC_KEY = /^(?:[xyztuv]pub|[LM]tub)[1-9A-HJ-NP-Za-km-z]{40,}$/i;

/**
 * Reads what somebody pasted as his receiving wallet: addresses by lines, commas, blanks or as CSV with other columns, or
 * one extended public key. `problems` has a sentence for each thing that is wrong, with its line.
 */
export function readWallet(text: string, token: HexAddress): ReadWallet | { problems: string[] } {
  const secret = findSecret(text);
  if (secret) return { problems: [SECRET_REFUSED[secret]] };
  const lines = text.split(/\r\n|\r|\n/).map((line) => line.split(/[\s,;|"']+/).filter(Boolean));
  const words = lines.flat();
  if (words.length === 0)
    return { problems: ["Paste the addresses of your wallet, or its extended public key (xpub)."] };
  if (!words.some((word) => PUBLIC_KEY.test(word))) return readList(lines, token);
  if (words.length > 1) return { problems: ["An extended public key stands alone. Paste it and nothing else."] };
  return readXpub(words[0] as string);
}

function readXpub(text: string): ReadWallet | { problems: string[] } {
  const refuse = (problem: string) => ({ problems: [problem] });
  if (!text.startsWith("xpub")) {
    return refuse(
      `This is a ${text.slice(0, 4)}, a key for another coin or kind of address. TRON wallets export an xpub.`,
    );
  }
  let key: HDKey;
  try {
    key = HDKey.fromExtendedKey(text);
  } catch {
    return refuse(
      "This xpub has a typing error: its last characters do not fit the rest. Copy it from the wallet once more.",
    );
  }
  if (key.depth !== ACCOUNT_DEPTH && key.depth !== CHAIN_DEPTH) {
    return refuse(
      `This xpub has depth ${key.depth}. Export that of the account (m/44'/195'/0', depth 3) or of its receiving chain (m/44'/195'/0'/0, depth 4).`,
    );
  }
  if (key.depth === ACCOUNT_DEPTH ? key.index < HARDENED : key.index >= HARDENED) {
    return refuse("This xpub is not of an account or a receiving chain of BIP-44. Export that of m/44'/195'/0'.");
  }
  return { kind: "xpub", xpub: chainXpub(text) };
}

function readList(lines: string[][], token: HexAddress): ReadWallet | { problems: string[] } {
  const firstLine = new Map<HexAddress, number>();
  const problems: string[] = [];
  const isTable = lines.filter((words) => words.length > 0).length > 1;
  lines.forEach((words, index) => {
    const line = index + 1;
    const meant = words.filter(looksLikeAddress);
    const isHeading = isTable && firstLine.size === 0 && problems.length === 0;
    if (words.length > 0 && meant.length === 0 && !isHeading) {
      problems.push(`Line ${line}: there is no address in “${shorten(words.join(" "))}”.`);
    }
    for (const word of meant) {
      const hex = hexFromTron(word);
      const problem = problemOf(word, hex, token, firstLine);
      if (problem) problems.push(`Line ${line}: ${problem}`);
      else if (hex) firstLine.set(hex, line);
    }
  });
  if (problems.length > 0) return { problems };
  if (firstLine.size === 0)
    return { problems: ["There is no address of TRON in this text. One begins with T and has 34 characters."] };
  if (firstLine.size > MAX_ADDRESSES) {
    return { problems: [`These are ${firstLine.size} addresses. A wallet can have 5,000 here; an xpub has no end.`] };
  }
  return { kind: "list", addresses: [...firstLine.keys()] };
}

/** Anything that somebody may have meant as an address, of whatever coin; other columns of a table are none. */
function looksLikeAddress(word: string): boolean {
  return FORMS.some(([form]) => form.test(word));
}

const TRON = "TRON's addresses begin with T and have 34 characters.";

/** Forms of addresses, the first that fits, and what is said of those that are not TRON's. */
const FORMS: [RegExp, string | null][] = [
  [/^T[0-9A-Za-z]{19,}$/, null],
  [/^(0x|41)[0-9a-f]{40}$/i, "is written in hexadecimal. Paste the form that begins with T, as your wallet shows it."],
  [/^0x[0-9a-f]{8,}$/i, `is no address of TRON. ${TRON}`],
  [/^(bc1|tb1)[0-9a-z]{20,}$/i, `is an address of Bitcoin. ${TRON}`],
  [/^ltc1[0-9a-z]{20,}$/i, `is an address of Litecoin. ${TRON}`],
  [/^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/, `is an address of Bitcoin. ${TRON}`],
  [/^r[1-9A-HJ-NP-Za-km-z]{24,34}$/, `is an address of the XRP Ledger. ${TRON}`],
  [/^(addr1|cosmos1|bnb1|terra1|stake1)[0-9a-z]{20,}$/i, `is an address of another coin. ${TRON}`],
  [/^[EU]Q[0-9A-Za-z_-]{46}$/, `is an address of TON. ${TRON}`],
  [/^(?=.*[0-9])(?=.*[A-Z])(?=.*[a-z])[1-9A-HJ-NP-Za-km-z]{32,}$/, `is no address of TRON. ${TRON}`],
];

function problemOf(
  word: string,
  hex: HexAddress | null,
  token: HexAddress,
  seen: Map<HexAddress, number>,
): string | null {
  const foreign = FORMS.find(([form]) => form.test(word))?.[1];
  if (foreign) return `${shorten(word)} ${foreign}`;
  if (word.length !== 34) return `${shorten(word)} has ${word.length} characters. ${TRON}`;
  if (!hex)
    return `${word} has a typing error: its last characters do not fit the rest. Copy it from the wallet once more.`;
  if (hex === ZERO) return `${word} is the zero address. Nobody owns it, and what is sent there is lost.`;
  if (hex === token) return `${word} is the contract of USDT itself. What is sent there is lost.`;
  const line = seen.get(hex);
  return line === undefined ? null : `${word} stands in line ${line} already.`;
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
