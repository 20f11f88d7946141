import { hexToBytes } from "@noble/hashes/utils.js";
import { describe, expect, test } from "vitest";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import {
  makeTransfer,
  readTransfer,
  signedTransactionHex,
  signerOf,
  signTransaction,
  transactionIdIn,
  transactionIdOf,
} from "@/lib/base/tron/transfer-transaction";

// made by TronWeb 6.5.1 (`txJsonToPb`, `signTransaction`) with the private key 1; `txCheck` accepts them
const OWNER = "TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HC";
const KEY = hexToBytes("00".repeat(31).concat("01"));
const FOREIGN = {
  raw: "0a02123422081731d6450e11a03f40e08be6b2a0345aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15417e5f4552091a69125d5dfcb7b8c2659029395bdf121541eca9bc828a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb000000000000000000000000a614f803b6fd780986a42c78ec9c7f77e6ded13c0000000000000000000000000000000000000000000000000000000000bc614e7080b7e2b2a03490018087a70e",
  id: "af892b3c859b02860c755616f5c6639bd96e9d239f68d03a0f3108307c8fdc9d",
  signature:
    "fad67decdb304738ea5316bcdc9ea1e3e3d4b7c423d0002e16c96a91e0efd384341308cfdce7a1a9c36f1ca872f4e5b1ea3b662a427dc7d5d4f6ec16d86d53e41C",
};
const WITHOUT_TIME = {
  raw: "0a02000722081731d6450e11a03f40015aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15417e5f4552091a69125d5dfcb7b8c2659029395bdf121541eca9bc828a3005b9a3b909f2cc5c2a54794de05f2244a9059cbb000000000000000000000000a614f803b6fd780986a42c78ec9c7f77e6ded13c0000000000000000000000000000000000000000000000000000000000bc614e90018087a70e",
  id: "071f2fbeff9cf36b8a4bd0fee2f200842373f2aa736c348fc9e269de64ecbd07",
};

const hex = (address: string) => hexFromTron(address) as HexAddress;
const TRANSFER = {
  token: hex("TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf"),
  from: hex(OWNER),
  to: hex("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"),
  amountMicros: 12_345_678n,
};
const HASH = `0x${"9".repeat(16)}1731d6450e11a03f${"9".repeat(32)}`;

describe("a transfer as a transaction", () => {
  test("has the bytes and the ID that TronWeb gives the same content", () => {
    const block = { number: 0xabcdef1234, hash: HASH };
    const made = makeTransfer(TRANSFER, { block, now: new Date(1795402800000), expiresAt: new Date(1795402860000) });
    expect(made).toEqual({
      visible: false,
      txID: FOREIGN.id,
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                data: "a9059cbb000000000000000000000000a614f803b6fd780986a42c78ec9c7f77e6ded13c0000000000000000000000000000000000000000000000000000000000bc614e",
                owner_address: "417e5f4552091a69125d5dfcb7b8c2659029395bdf",
                contract_address: "41eca9bc828a3005b9a3b909f2cc5c2a54794de05f",
              },
              type_url: "type.googleapis.com/protocol.TriggerSmartContract",
            },
            type: "TriggerSmartContract",
          },
        ],
        ref_block_bytes: "1234",
        ref_block_hash: "1731d6450e11a03f",
        expiration: 1795402860000,
        fee_limit: 30000000,
        timestamp: 1795402800000,
      },
      raw_data_hex: FOREIGN.raw,
    });
  });

  test("leaves out a time of zero, as protobuf does", () => {
    const made = makeTransfer(TRANSFER, { block: { number: 7, hash: HASH }, now: new Date(0), expiresAt: new Date(1) });
    expect({ raw: made.raw_data_hex, id: made.txID }).toEqual(WITHOUT_TIME);
  });

  test("is read back from the foreign bytes", () => {
    expect(readTransfer(FOREIGN.raw)).toEqual({
      ...TRANSFER,
      refBlockBytes: "1234",
      refBlockHash: "1731d6450e11a03f",
      feeLimitSun: 30_000_000,
      expiresAt: new Date(1795402860000),
      createdAt: new Date(1795402800000),
    });
    expect(transactionIdOf(FOREIGN.raw)).toBe(FOREIGN.id);
  });

  test.each([
    ["nothing", ""],
    ["no hexadecimal digits", "zz"],
    ["half a byte", FOREIGN.raw.slice(1)],
    ["a cut message", FOREIGN.raw.slice(0, -2)],
    ["cut within the transfer", FOREIGN.raw.slice(0, 200)],
    ["something appended", `${FOREIGN.raw}2801`],
    ["another method", FOREIGN.raw.replace("a9059cbb", "095ea7b3")],
    ["dirt before the recipient", FOREIGN.raw.replace("a9059cbb00", "a9059cbb01")],
    ["another kind of contract", FOREIGN.raw.replace("5aae01081f", "5aae010801")],
    ["a sender of another kind", FOREIGN.raw.replace("417e5f4552", "a07e5f4552")],
    ["a number without an end", `0a02123440${"ff".repeat(20)}`],
    ["more than any transfer has", "00".repeat(501)],
  ])("is not read from %s", (_name, raw) => {
    expect(readTransfer(raw)).toBeNull();
  });

  test("has the signer whose key signed it", () => {
    expect(signerOf(FOREIGN.raw, FOREIGN.signature)).toBe(TRANSFER.from);
    expect(signTransaction(FOREIGN.raw, KEY)).toBe(FOREIGN.signature.toLowerCase());
    // wallets write the last byte as 0 or 1, too
    expect(signerOf(FOREIGN.raw, FOREIGN.signature.replace(/1C$/, "01"))).toBe(TRANSFER.from);
  });

  test.each([
    ["another transaction's", WITHOUT_TIME.raw, FOREIGN.signature],
    ["no signature", FOREIGN.raw, "00".repeat(65)],
    ["a wrong length", FOREIGN.raw, FOREIGN.signature.slice(2)],
    ["a recovery byte that no curve point has", FOREIGN.raw, FOREIGN.signature.replace(/1C$/, "2f")],
  ])("is not signed by the owner with %s", (_name, raw, signature) => {
    expect(signerOf(raw, signature)).not.toBe(TRANSFER.from);
  });

  test("is broadcast as its bytes and signature", () => {
    const raw = FOREIGN.raw;
    const length = "d301";
    expect(raw).toHaveLength(0xd3 * 2);
    expect(signedTransactionHex(raw, FOREIGN.signature)).toBe(
      `0a${length}${raw}1241${FOREIGN.signature.toLowerCase()}`,
    );
  });

  test("has its ID also as a signed message, and what is none has none", () => {
    expect(transactionIdIn(signedTransactionHex(FOREIGN.raw, FOREIGN.signature))).toBe(FOREIGN.id);
    expect(["", "00", "0a05ff", "1200"].map(transactionIdIn)).toEqual([null, null, null, null]);
  });
});
