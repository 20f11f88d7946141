import type { HexAddress } from "@/lib/base/tron/address";

/** A value of a node's answer is not what it must be; the client turns it into `bad_answer`. */
export class RubbishError extends Error {}

/** keccak-256 of `Transfer(address,address,uint256)` */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

export type Block = { number: number; hash: string; time: Date };

export type Log = {
  address: HexAddress;
  topics: string[];
  data: string;
  txHash: string;
  /** place of the log in its block */
  logIndex: number;
  blockNumber: number;
  blockHash: string;
};

/**
 * The token's `Transfer` event, parsed from a log. The amount may be zero. It is null when it exceeds what the ledger
 * can hold or doesn't have the form of USDT's.
 */
export type TransferLog = Log & { from: HexAddress; to: HexAddress; amountMicros: bigint | null };

export type Receipt = {
  txHash: string;
  /** status `0x1`: without it the transaction was rolled back, whatever logs it kept */
  succeeded: boolean;
  blockNumber: number;
  blockHash: string;
  logs: Log[];
};

const QUANTITY = /^0x[0-9a-fA-F]{1,64}$/;
const WORD = /^0x[0-9a-fA-F]{64}$/;
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;
const DATA = /^0x(?:[0-9a-fA-F]{2})*$/;
/** Amounts are kept as PostgreSQL's bigint. All the USDT there is fits into it many times over. */
export const MAX_LEDGER_MICROS = 2n ** 63n - 1n;
const MAX_PLACE = 2 ** 31 - 1;
/** The year 5138. Early versions of java-tron gave milliseconds, which lie beyond it. */
const MAX_TIME_S = 100_000_000_000;

/** `0x` and up to 256 bits. */
export function readQuantity(value: unknown, name = "quantity"): bigint {
  return BigInt(matching(value, QUANTITY, name, "not a quantity"));
}

/** A quantity that is exact as a number. */
export function readNumber(value: unknown, name = "number"): number {
  const quantity = readQuantity(value, name);
  if (quantity > BigInt(Number.MAX_SAFE_INTEGER)) throw new RubbishError(`${name} is too large`);
  return Number(quantity);
}

/** Thirty-two bytes, in small letters. */
export function readWord(value: unknown, name = "hash"): string {
  return matching(value, WORD, name, "not 32 bytes");
}

/** What `eth_call` answers for a function that gives one number or one truth value. */
export function readUint(value: unknown): bigint {
  return BigInt(readWord(value, "the contract's response"));
}

/** Null: the node does not have the block. */
export function readBlock(value: unknown): Block | null {
  if (value === null) return null;
  const block = object(value, "block");
  const seconds = readNumber(block.timestamp, "timestamp");
  if (seconds > MAX_TIME_S) throw new RubbishError("timestamp is not in seconds");
  return {
    number: readNumber(block.number, "number"),
    hash: readWord(block.hash, "hash"),
    time: new Date(seconds * 1000),
  };
}

export function readLogs(value: unknown): Log[] {
  if (!Array.isArray(value)) throw new RubbishError("logs is not a list");
  return value.map(readLog);
}

function readLog(value: unknown): Log {
  const log = object(value, "log");
  // java-tron always says false; true would mean that a block was taken back, and final ones are not
  if (log.removed !== undefined && log.removed !== false) throw new RubbishError("a log is marked as removed");
  const { topics } = log;
  if (!Array.isArray(topics) || topics.length > 4) throw new RubbishError("topics is not a list of up to four");
  return {
    address: matching(log.address, ADDRESS, "address", "not an address") as HexAddress,
    topics: topics.map((topic) => readWord(topic, "a topic")),
    data: matching(log.data, DATA, "data", "not hexadecimal bytes"),
    txHash: readWord(log.transactionHash, "transactionHash"),
    logIndex: readPlace(log.logIndex),
    blockNumber: readNumber(log.blockNumber, "blockNumber"),
    blockHash: readWord(log.blockHash, "blockHash"),
  };
}

/** A log's index in its block, which the ledger stores as a PostgreSQL integer. */
function readPlace(value: unknown): number {
  const place = readNumber(value, "logIndex");
  if (place > MAX_PLACE) throw new RubbishError("logIndex is too large");
  return place;
}

/** Null: the log is no `Transfer` between two addresses. */
export function parseTransfer(log: Log): TransferLog | null {
  const [event, from, to] = log.topics;
  if (event !== TRANSFER_TOPIC || !from || !to) return null;
  const amountMicros = log.topics.length === 3 && WORD.test(log.data) ? BigInt(log.data) : null;
  const isHeld = amountMicros !== null && amountMicros <= MAX_LEDGER_MICROS;
  return { ...log, from: addressOfWord(from), to: addressOfWord(to), amountMicros: isHeld ? amountMicros : null };
}

/** With the logs of one contract, or all. Null: the node does not have the transaction, or not in a block yet. */
export function readReceipt(value: unknown, contract?: HexAddress): Receipt | null {
  if (value === null) return null;
  const receipt = object(value, "receipt");
  const { status } = receipt;
  if (status !== "0x1" && status !== "0x0") throw new RubbishError("status is neither 0x1 nor 0x0");
  return {
    txHash: readWord(receipt.transactionHash, "transactionHash"),
    succeeded: status === "0x1",
    blockNumber: readNumber(receipt.blockNumber, "blockNumber"),
    blockHash: readWord(receipt.blockHash, "blockHash"),
    logs: readLogs(contract ? toLogs(contract, receipt.logs) : receipt.logs),
  };
}

function toLogs(contract: HexAddress, logs: unknown): unknown {
  if (!Array.isArray(logs)) return logs;
  return logs.filter((log) => String((log as { address?: unknown } | null)?.address).toLowerCase() === contract);
}

/** An address as a topic or an argument carries it. */
export function wordOfAddress(address: string): string {
  return `0x${address.slice(2).padStart(64, "0")}`;
}

function addressOfWord(word: string): HexAddress {
  return `0x${word.slice(26)}`;
}

function object(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new RubbishError(`${name} is not an object`);
  }
  return value as Record<string, unknown>;
}

function matching(value: unknown, form: RegExp, name: string, complaint: string): string {
  if (typeof value !== "string" || !form.test(value)) throw new RubbishError(`${name} is ${complaint}`);
  return value.toLowerCase();
}
