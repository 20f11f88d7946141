import { secp256k1 } from "@noble/curves/secp256k1.js";
import { describe, expect, it } from "vitest";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { makeTransfer, signTransaction } from "@/lib/base/tron/transfer-transaction";
import {
  formatSignedTransferFile,
  formatTransferFile,
  MAX_FILE_BYTES,
  parseSignedTransferFile,
  parseTransferFile,
  type TransferFile,
} from "@/lib/settlement/funds/transfer-file";

const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const FROM = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const TO = tronFromHex(`0x${"5f".repeat(20)}`);
const OTHER = tronFromHex(`0x${"6e".repeat(20)}`);

const hex = (address: string) => hexFromTron(address) as HexAddress;

function transaction({
  from = FROM,
  to = TO,
  token = USDT,
  amountMicros = 12_345_678n,
  feeLimitSun = 30_000_000,
} = {}) {
  const now = new Date("2026-11-23T06:00:00Z");
  return makeTransfer(
    { token: hex(token), from: hex(from), to: hex(to), amountMicros },
    {
      block: { number: 70_000_000, hash: `0x${"ab".repeat(32)}` },
      now,
      expiresAt: new Date(now.getTime() + 82_800_000),
      feeLimitSun,
    },
  );
}

const one = { from: FROM, to: TO, amount: "12.345678", derivationIndex: 5, transaction: transaction() };
const text = (transfers: TransferFile["transfers"] = [one]) =>
  formatTransferFile({ network: "TRON", token: USDT, transfers });
/** The file's JSON with something changed by hand. */
function changed(change: (file: Record<string, never> & TransferFile) => void): string {
  const file = JSON.parse(text());
  change(file);
  return JSON.stringify(file);
}
const NOT_OURS = { fault: expect.stringContaining("isn't a file of transfers from your dashboard") };
const CHANGED = { fault: expect.stringContaining("was changed after it was downloaded") };

describe("a file of transfers to sign", () => {
  it("is taken for changed if a transfer could burn more TRX than any may", () => {
    const limited = (feeLimitSun: number) => text([{ ...one, transaction: transaction({ feeLimitSun }) }]);
    expect(parseTransferFile(limited(100_000_001))).toEqual(CHANGED);
    expect(parseTransferFile(limited(100_000_000))).toMatchObject({ network: "TRON" });
  });

  it("is read as it was written, from the bytes that are signed", () => {
    const second = { ...one, from: OTHER, amount: "1", derivationIndex: null };
    const transfers = [one, { ...second, transaction: transaction({ from: OTHER, amountMicros: 1_000_000n }) }];
    expect(parseTransferFile(text(transfers))).toEqual({
      network: "TRON",
      transfers: [
        {
          rawDataHex: one.transaction.raw_data_hex,
          derivationIndex: 5,
          transfer: expect.objectContaining({ from: hex(FROM), to: hex(TO), amountMicros: 12_345_678n }),
        },
        expect.objectContaining({ derivationIndex: null }),
      ],
    });
  });

  it.each<[string, string]>([
    ["no JSON", "PK\u0003\u0004"],
    ["nothing", ""],
    ["a list", "[]"],
    ["null", "null"],
    ["another object", "{}"],
    ["a signed file", formatSignedTransferFile("TRON", [{ rawDataHex: "ab", signature: "cd" }])],
    ["a later version", changed((file) => Object.assign(file, { version: 2 }))],
    ["no transfers", text([])],
    ["a thousand and one transfers", text(Array.from({ length: 1_001 }, () => one))],
    ["a transfer that is none", changed((file) => Object.assign(file, { transfers: [null] }))],
    ["no transaction", changed((file) => Object.assign(file.transfers[0] as object, { transaction: null }))],
    ["an index below zero", changed((file) => Object.assign(file.transfers[0] as object, { derivationIndex: -1 }))],
    [
      "an index with a fraction",
      changed((file) => Object.assign(file.transfers[0] as object, { derivationIndex: 0.5 })),
    ],
    ["an amount that is a number", changed((file) => Object.assign(file.transfers[0] as object, { amount: 12 }))],
    ["a long network", changed((file) => Object.assign(file, { network: "x".repeat(61) }))],
    ["more than two megabytes", `${text()}${" ".repeat(MAX_FILE_BYTES)}`],
  ])("is refused as none of ours: %s", (_name, given) => {
    expect(parseTransferFile(given)).toEqual(NOT_OURS);
  });

  it.each<[string, Partial<typeof one> | { token: string }]>([
    ["another sender", { from: OTHER }],
    ["another destination", { to: OTHER }],
    ["another amount", { amount: "12.345679" }],
    ["an amount that is none", { amount: "1e3" }],
    ["a destination that is no address", { to: "T" }],
    ["other bytes", { transaction: transaction({ to: OTHER }) }],
    ["bytes that are no transfer", { transaction: { ...transaction(), raw_data_hex: "0a02" } }],
  ])("is refused as changed when it says one thing and signs another: %s", (_name, change) => {
    expect(parseTransferFile(changed((file) => Object.assign(file.transfers[0] as object, change)))).toEqual(CHANGED);
  });

  it("is refused as changed when its token is another one than the one that moves", () => {
    expect(parseTransferFile(changed((file) => Object.assign(file, { token: OTHER })))).toEqual(CHANGED);
  });

  it("is read at its largest", () => {
    const file = parseTransferFile(text(Array.from({ length: 1_000 }, () => one)));
    expect(file).toMatchObject({ transfers: { length: 1_000 } });
  });
});

describe("a file of signed transactions", () => {
  const { secretKey } = secp256k1.keygen();
  const rawDataHex = transaction().raw_data_hex;
  const signed = { rawDataHex, signature: signTransaction(rawDataHex, secretKey) };

  const other = { ...signed, rawDataHex: transaction({ to: OTHER }).raw_data_hex };

  it("is read as it was written", () => {
    expect(parseSignedTransferFile(formatSignedTransferFile("TRON", [signed, other]))).toEqual({
      transactions: [signed, other],
      repeats: 0,
    });
  });

  it("gives a transaction that stands in it three times once", () => {
    expect(parseSignedTransferFile(formatSignedTransferFile("TRON", [signed, other, signed, signed]))).toEqual({
      transactions: [signed, other],
      repeats: 2,
    });
  });

  it("is refused before it is signed, which is said", () => {
    expect(parseSignedTransferFile(text())).toEqual({ fault: expect.stringContaining("isn't signed yet") });
  });

  it.each<[string, string]>([
    ["no JSON", "till"],
    ["no transactions", formatSignedTransferFile("TRON", [])],
    [
      "a thousand and one",
      formatSignedTransferFile(
        "TRON",
        Array.from({ length: 1_001 }, () => signed),
      ),
    ],
    ["no signature", formatSignedTransferFile("TRON", [{ ...signed, signature: "" }])],
    ["half a byte", formatSignedTransferFile("TRON", [{ ...signed, signature: "abc" }])],
    ["no hexadecimal", formatSignedTransferFile("TRON", [{ ...signed, rawDataHex: "xy" }])],
    [
      "a signature of more than 65 bytes",
      formatSignedTransferFile("TRON", [{ ...signed, signature: "ab".repeat(66) }]),
    ],
  ])("is refused: %s", (_name, given) => {
    expect(parseSignedTransferFile(given)).toEqual({ fault: "This isn't a file that the offline wallet signed." });
  });
});
