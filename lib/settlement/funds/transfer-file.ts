import { hexFromTron } from "@/lib/base/tron/address";
import { MAX_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";
import { type ReadTransfer, readTransfer, type UnsignedTransaction } from "@/lib/base/tron/transfer-transaction";
import { microsFromDecimal } from "@/lib/base/values/money";

/** A file of transfers to sign, as the dashboard downloads it for the offline wallet. */
export type TransferFile = {
  type: typeof UNSIGNED;
  version: 1;
  /** for people */
  network: string;
  /** the token's contract, base58 */
  token: string;
  transfers: {
    /** base58 */
    from: string;
    to: string;
    /** decimal text */
    amount: string;
    /** index of `from` below the wallet's extended public key; null: an address of a list */
    derivationIndex: number | null;
    transaction: UnsignedTransaction;
  }[];
};

/** A signed transaction: hexadecimal without `0x`. */
export type SignedTransfer = { rawDataHex: string; signature: string };

export type Fault = { fault: string };

const UNSIGNED = "till-transfers";
const SIGNED = "till-signed-transfers";
export const MAX_TRANSFERS = 1_000;
export const MAX_FILE_BYTES = 2 * 1024 * 1024;

const NO_FILE: Fault = { fault: "This isn't a file of transfers from your dashboard. Download it again." };
const NO_SIGNED_FILE: Fault = { fault: "This isn't a file that the offline wallet signed." };
const CHANGED: Fault = { fault: "This file was changed after it was downloaded. Don't sign it. Download it again." };
const UNSIGNED_YET: Fault = {
  fault: "This file isn't signed yet. Open it in the offline wallet, then send the file that it saves.",
};

/** The text of a file with transfers to sign. */
export function formatTransferFile(file: Omit<TransferFile, "type" | "version">): string {
  return `${JSON.stringify({ type: UNSIGNED, version: 1, ...file }, null, 2)}\n`;
}

/** The text of a file with signed transactions. */
export function formatSignedTransferFile(network: string, signed: readonly SignedTransfer[]): string {
  const transactions = signed.map(({ rawDataHex, signature }) => ({ raw_data_hex: rawDataHex, signature }));
  return `${JSON.stringify({ type: SIGNED, version: 1, network, transactions }, null, 2)}\n`;
}

export type CheckedTransfer = { rawDataHex: string; derivationIndex: number | null; transfer: ReadTransfer };

/**
 * Reads a file to sign. What counts is what is signed, `raw_data_hex`; a file that says anything else beside it was
 * changed.
 */
export function parseTransferFile(text: string): { network: string; transfers: CheckedTransfer[] } | Fault {
  const file = parseObject(text);
  if (file?.type !== UNSIGNED || file.version !== 1) return NO_FILE;
  const { network, token, transfers } = file;
  if (!isText(network, 60) || !isText(token, 34) || !isList(transfers)) return NO_FILE;
  const checked: CheckedTransfer[] = [];
  for (const one of transfers) {
    const found = checkTransfer(one, token);
    if ("fault" in found) return found;
    checked.push(found);
  }
  return { network, transfers: checked };
}

function checkTransfer(value: unknown, token: string): CheckedTransfer | Fault {
  if (!isObject(value) || !isObject(value.transaction)) return NO_FILE;
  const { from, to, amount, derivationIndex, transaction } = value;
  const rawDataHex = transaction.raw_data_hex;
  if (![from, to, amount, rawDataHex].every((text) => isText(text, 1_000)) || !isIndex(derivationIndex)) return NO_FILE;
  const transfer = readTransfer(String(rawDataHex));
  if (!transfer || transfer.feeLimitSun > MAX_FEE_LIMIT_SUN) return CHANGED;
  const isSame =
    hexFromTron(String(from)) === transfer.from &&
    hexFromTron(String(to)) === transfer.to &&
    hexFromTron(token) === transfer.token &&
    microsFromDecimal(String(amount)) === transfer.amountMicros;
  return isSame ? { rawDataHex: String(rawDataHex), derivationIndex, transfer } : CHANGED;
}

/**
 * Reads a file of signed transactions, each once; `repeats`: how often one stands in it again. Whether a signature is
 * right is checked where it is sent.
 */
export function parseSignedTransferFile(text: string): { transactions: SignedTransfer[]; repeats: number } | Fault {
  const file = parseObject(text);
  if (file?.type === UNSIGNED) return UNSIGNED_YET;
  if (file?.type !== SIGNED || file.version !== 1 || !isList(file.transactions)) return NO_SIGNED_FILE;
  const transactions = new Map<string, SignedTransfer>();
  for (const one of file.transactions) {
    if (!isObject(one) || !isHex(one.raw_data_hex, 1_000) || !isHex(one.signature, 130)) return NO_SIGNED_FILE;
    transactions.set(one.raw_data_hex, { rawDataHex: one.raw_data_hex, signature: one.signature });
  }
  return { transactions: [...transactions.values()], repeats: file.transactions.length - transactions.size };
}

function parseObject(text: string): Record<string, unknown> | null {
  if (text.length > MAX_FILE_BYTES) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.length <= MAX_TRANSFERS;
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= longest;
}

function isHex(value: unknown, longest: number): value is string {
  return isText(value, longest) && value.length % 2 === 0 && /^[0-9a-f]+$/.test(value);
}

function isIndex(value: unknown): value is number | null {
  return value === null || (Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31);
}
