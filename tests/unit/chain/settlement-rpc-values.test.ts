import { describe, expect, test } from "vitest";
import type { HexAddress } from "@/lib/base/tron/address";
import {
  type Log,
  parseTransfer,
  RubbishError,
  readBlock,
  readLogs,
  readNumber,
  readQuantity,
  readReceipt,
  readUint,
  TRANSFER_TOPIC,
  wordOfAddress,
} from "@/lib/chain/nodes/rpc-values";

const HASH = `0x${"ab".repeat(32)}`;
const TOKEN: HexAddress = `0x${"a6".repeat(20)}`;
const FROM = `0x${"11".repeat(20)}`;
const TO = `0x${"22".repeat(20)}`;
const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;

const log = (changes: Record<string, unknown> = {}) => ({
  address: TOKEN,
  topics: [TRANSFER_TOPIC, wordOfAddress(FROM), wordOfAddress(TO)],
  data: word(12_500_000n),
  transactionHash: HASH,
  transactionIndex: "0x0",
  logIndex: "0x1f",
  blockNumber: "0x3fe1ca0",
  blockHash: HASH,
  blockTimestamp: "0x697999ef",
  removed: false,
  ...changes,
});

const receipt = (changes: Record<string, unknown> = {}) => ({
  transactionHash: HASH,
  status: "0x1",
  blockNumber: "0x3fe1ca0",
  blockHash: HASH,
  contractAddress: null,
  logs: [log()],
  ...changes,
});

describe("quantities", () => {
  test.each([
    ["0x0", 0n],
    ["0x1f", 31n],
    ["0x00ff", 255n],
    [`0x${"f".repeat(64)}`, 2n ** 256n - 1n],
  ])("%j is %s", (value, expected) => {
    expect(readQuantity(value)).toBe(expected);
  });

  test.each([
    ["0X1F"],
    [`0x${"f".repeat(65)}`],
    ["0x"],
    ["31"],
    ["0x-1"],
    ["0x1.5"],
    [" 0x1"],
    ["0x1\n"],
    [31],
    [null],
    [undefined],
    [{}],
  ])("%j is refused", (value) => {
    expect(() => readQuantity(value)).toThrow(RubbishError);
  });

  test("a number is refused where it would no longer be exact", () => {
    expect(readNumber("0x1fffffffffffff")).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => readNumber("0x20000000000000")).toThrow(RubbishError);
  });

  test("a contract's answer has 32 bytes: not none, as where no contract is", () => {
    expect(readUint(word(6n))).toBe(6n);
    expect(() => readUint("0x")).toThrow(RubbishError);
    expect(() => readUint("0x06")).toThrow(RubbishError);
    expect(() => readUint(`${word(6n)}00`)).toThrow(RubbishError);
  });
});

describe("blocks", () => {
  const block = { number: "0x3fe1ca0", hash: HASH.toUpperCase().replace("0X", "0x"), timestamp: "0x697999ef" };

  test("give number, hash in small letters and time; one that is not there is null", () => {
    expect(readBlock({ ...block, transactions: [], baseFeePerGas: null })).toEqual({
      number: 66_985_120,
      hash: HASH,
      time: new Date("2026-01-28T05:09:03.000Z"),
    });
    expect(readBlock(null)).toBeNull();
  });

  test.each([
    { hash: null },
    { hash: `${HASH}0` },
    { hash: HASH.slice(0, -2) },
    { number: null },
    { number: "latest" },
    { timestamp: null },
    // milliseconds
    { timestamp: "0x17ff4639bb8" },
  ])("with %j are refused", (changes) => {
    expect(() => readBlock({ ...block, ...changes })).toThrow(RubbishError);
  });

  test.each([[undefined], ["0x1"], [[]], [{}], [0]])("%j is no block", (value) => {
    expect(() => readBlock(value)).toThrow(RubbishError);
  });
});

describe("logs", () => {
  test("are read with and without a timestamp, in small letters", () => {
    const { blockTimestamp: _time, removed: _removed, ...plain } = log();
    const upper = { ...plain, address: TOKEN.toUpperCase().replace("0X", "0x") };
    const expected = {
      address: TOKEN,
      topics: [TRANSFER_TOPIC, wordOfAddress(FROM), wordOfAddress(TO)],
      data: word(12_500_000n),
      txHash: HASH,
      logIndex: 31,
      blockNumber: 66_985_120,
      blockHash: HASH,
    };
    expect(readLogs([log(), upper])).toEqual([expected, expected]);
  });

  test.each([
    { removed: true },
    { removed: null },
    { removed: "false" },
    { address: null },
    { address: `${TOKEN}00` },
    { address: "41a614f803b6fd780986a42c78ec9c7f77e6ded13c" },
    { topics: null },
    { topics: "0x" },
    { topics: [null] },
    { topics: [TRANSFER_TOPIC.slice(0, -2)] },
    { topics: Array(5).fill(TRANSFER_TOPIC) },
    { data: null },
    { data: "0x0" },
    { data: "0xzz" },
    { transactionHash: null },
    { transactionHash: "0x" },
    { logIndex: null },
    { logIndex: 3 },
    { blockNumber: null },
    { blockNumber: "latest" },
    { blockHash: null },
  ])("with %j are refused", (changes) => {
    expect(() => readLogs([log(), log(changes)])).toThrow(RubbishError);
  });

  test.each([null, undefined, {}, "[]", { 0: "0x" }])("%j is no list", (value) => {
    expect(() => readLogs(value)).toThrow(RubbishError);
  });
});

describe("parseTransfer", () => {
  const read = (changes: Record<string, unknown>) => parseTransfer(readLogs([log(changes)])[0] as Log);

  test("reads sender, receiver and amount, nothing included", () => {
    expect(read({})).toMatchObject({ from: FROM, to: TO, amountMicros: 12_500_000n });
    expect(read({ data: word(0n) })?.amountMicros).toBe(0n);
    expect(read({ data: word(2n ** 63n - 1n) })?.amountMicros).toBe(2n ** 63n - 1n);
  });

  test.each([
    { topics: [TRANSFER_TOPIC, wordOfAddress(FROM)] },
    { topics: [HASH, wordOfAddress(FROM), wordOfAddress(TO)] },
  ])("%j is no transfer between two addresses", (changes) => {
    expect(read(changes)).toBeNull();
  });

  test.each([
    { topics: [TRANSFER_TOPIC, wordOfAddress(FROM), wordOfAddress(TO), word(1n)] },
    { data: "0x" },
    { data: `${word(1n)}00` },
    { data: word(2n ** 63n) },
    { data: word(2n ** 256n - 1n) },
  ])("%j is one of an amount that nobody can enter", (changes) => {
    expect(read(changes)).toMatchObject({ from: FROM, to: TO, amountMicros: null });
  });
});

describe("receipts", () => {
  test("say whether the transaction held; one that is not there is null", () => {
    expect(readReceipt(receipt())).toMatchObject({ txHash: HASH, succeeded: true, blockNumber: 66_985_120 });
    expect(readReceipt(receipt({ status: "0x0" }))?.succeeded).toBe(false);
    expect(readReceipt(null)).toBeNull();
  });

  test.each([
    { status: null },
    { status: undefined },
    { status: "0x2" },
    { status: "SUCCESS" },
    { status: 1 },
    { transactionHash: null },
    { blockHash: null },
    { blockNumber: null },
    { logs: null },
    { logs: [{}] },
  ])("with %j are refused", (changes) => {
    expect(() => readReceipt(receipt(changes))).toThrow(RubbishError);
  });

  test("with a log that was taken back are refused", () => {
    expect(() => readReceipt(receipt({ logs: [log({ removed: true })] }))).toThrow(RubbishError);
    const foreign = [{ address: FROM, topics: "none", data: 7 }, null, { address: 1 }];
    expect(readReceipt(receipt({ logs: [...foreign, log()] }), TOKEN)?.logs).toHaveLength(1);
    expect(() => readReceipt(receipt({ logs: [log({ data: 7 })] }), TOKEN)).toThrow(RubbishError);
  });
});
