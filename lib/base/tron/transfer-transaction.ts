import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { type HexAddress, hexFromPublicKey } from "@/lib/base/tron/address";
import { SAFE_FEE_LIMIT_SUN } from "@/lib/base/tron/fees";

/** TRON accepts no transaction that expires later than a day after the newest block. */
export const MAX_LIFETIME_MS = 23 * 3_600_000;

export type TokenTransfer = { token: HexAddress; from: HexAddress; to: HexAddress; amountMicros: bigint };

/** An unsigned transaction as TRON's HTTP API and wallets exchange it; all values are hexadecimal without `0x`. */
export type UnsignedTransaction = {
  visible: false;
  /** SHA-256 of `raw_data_hex` */
  txID: string;
  raw_data: {
    contract: [
      {
        parameter: {
          value: { data: string; owner_address: string; contract_address: string };
          type_url: typeof TYPE_URL;
        };
        type: "TriggerSmartContract";
      },
    ];
    ref_block_bytes: string;
    ref_block_hash: string;
    /** Unix time in milliseconds */
    expiration: number;
    fee_limit: number;
    /** Unix time in milliseconds */
    timestamp: number;
  };
  /** what is signed: the same content as a protobuf message */
  raw_data_hex: string;
};

/** What a transaction that transfers tokens says. */
export type ReadTransfer = TokenTransfer & {
  refBlockBytes: string;
  refBlockHash: string;
  expiresAt: Date;
  createdAt: Date;
  feeLimitSun: number;
};

const TYPE_URL = "type.googleapis.com/protocol.TriggerSmartContract";
const TRIGGER_SMART_CONTRACT = 31;
/** `transfer(address,uint256)` */
const SELECTOR = "a9059cbb";
const PREFIX = "41";

type Terms = {
  block: { number: number; hash: string };
  now: Date;
  expiresAt: Date;
  /** the most that it may burn for energy */
  feeLimitSun?: number;
};

/**
 * The transaction that transfers `amountMicros` of a token, for the owner's wallet to sign. `block` is a block of the
 * chain it is valid on, at most a day old, with its hash.
 */
export function makeTransfer(
  transfer: TokenTransfer,
  { block, now, expiresAt, feeLimitSun = SAFE_FEE_LIMIT_SUN }: Terms,
): UnsignedTransaction {
  const hash = block.hash.replace(/^0x/, "").toLowerCase();
  const read: ReadTransfer = {
    ...transfer,
    // the last two bytes of the block's number, and eight from the middle of its hash
    refBlockBytes: (block.number % 65_536).toString(16).padStart(4, "0"),
    refBlockHash: hash.slice(16, 32),
    expiresAt,
    createdAt: now,
    feeLimitSun,
  };
  const raw = encode(read);
  return {
    visible: false,
    txID: bytesToHex(sha256(raw)),
    raw_data: {
      contract: [
        {
          parameter: {
            value: {
              data: callData(transfer),
              owner_address: PREFIX + transfer.from.slice(2),
              contract_address: PREFIX + transfer.token.slice(2),
            },
            type_url: TYPE_URL,
          },
          type: "TriggerSmartContract",
        },
      ],
      ref_block_bytes: read.refBlockBytes,
      ref_block_hash: read.refBlockHash,
      expiration: expiresAt.getTime(),
      fee_limit: read.feeLimitSun,
      timestamp: now.getTime(),
    },
    raw_data_hex: bytesToHex(raw),
  };
}

/** The arguments of `transfer(address,uint256)` as the contract reads them, in hexadecimal. */
export function transferParameter({ to, amountMicros }: TokenTransfer): string {
  return to.slice(2).padStart(64, "0") + amountMicros.toString(16).padStart(64, "0");
}

/** What a transaction's `raw_data_hex` does; null if it is anything but one token transfer in exactly our encoding. */
export function readTransfer(rawDataHex: string): ReadTransfer | null {
  if (!/^(?:[0-9a-f]{2}){1,500}$/.test(rawDataHex)) return null;
  const raw = hexToBytes(rawDataHex);
  try {
    const read = decode(raw);
    return bytesToHex(encode(read)) === rawDataHex ? read : null;
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

/** A transaction's ID on the chain: 64 hexadecimal digits. */
export function transactionIdOf(rawDataHex: string): string {
  return bytesToHex(sha256(hexToBytes(rawDataHex)));
}

/** The ID of a signed transaction, which is a protobuf message in hexadecimal; null if it is none. */
export function transactionIdIn(signedHex: string): string | null {
  try {
    return bytesToHex(sha256(bytesIn(fieldsOf(hexToBytes(signedHex)), 1)));
  } catch (error) {
    if (error instanceof MalformedError) return null;
    throw error;
  }
}

/** The address whose key made `signature` (65 bytes: r, s, v) over a transaction; null if it is no valid signature. */
export function signerOf(rawDataHex: string, signature: string): HexAddress | null {
  if (!/^[0-9a-f]{130}$/i.test(signature)) return null;
  const bytes = hexToBytes(signature.toLowerCase());
  const v = bytes[64] ?? 0;
  const recovery = v >= 27 ? v - 27 : v;
  if (recovery > 3) return null;
  try {
    const recoverable = concatBytes(Uint8Array.of(recovery), bytes.subarray(0, 64));
    const digest = sha256(hexToBytes(rawDataHex));
    return hexFromPublicKey(secp256k1.recoverPublicKey(recoverable, digest, { prehash: false }));
  } catch {
    return null;
  }
}

/** Signs a transaction with a private key of 32 bytes: 65 bytes (r, s, v) in hexadecimal. */
export function signTransaction(rawDataHex: string, privateKey: Uint8Array): string {
  const digest = sha256(hexToBytes(rawDataHex));
  const recoverable = secp256k1.sign(digest, privateKey, { prehash: false, format: "recovered" });
  const [recovery = 0] = recoverable;
  return bytesToHex(concatBytes(recoverable.subarray(1), Uint8Array.of(27 + recovery)));
}

/** The signed transaction as a protobuf message in hexadecimal, for `/wallet/broadcasthex`. */
export function signedTransactionHex(rawDataHex: string, signature: string): string {
  return bytesToHex(concatBytes(field(1, hexToBytes(rawDataHex)), field(2, hexToBytes(signature.toLowerCase()))));
}

function callData(transfer: TokenTransfer): string {
  return SELECTOR + transferParameter(transfer);
}

/** `protocol.Transaction.raw`, in the order of its field numbers. */
function encode(read: ReadTransfer): Uint8Array {
  const call = concatBytes(
    field(1, hexToBytes(PREFIX + read.from.slice(2))),
    field(2, hexToBytes(PREFIX + read.token.slice(2))),
    field(4, hexToBytes(callData(read))),
  );
  const parameter = concatBytes(field(1, new TextEncoder().encode(TYPE_URL)), field(2, call));
  return concatBytes(
    field(1, hexToBytes(read.refBlockBytes)),
    field(4, hexToBytes(read.refBlockHash)),
    number(8, read.expiresAt.getTime()),
    field(11, concatBytes(number(1, TRIGGER_SMART_CONTRACT), field(2, parameter))),
    number(14, read.createdAt.getTime()),
    number(18, read.feeLimitSun),
  );
}

const VARINT = 0;
const BYTES = 2;

function field(id: number, bytes: Uint8Array): Uint8Array {
  return concatBytes(varint(id * 8 + BYTES), varint(bytes.length), bytes);
}

/** Zero is not written, as protobuf has it. */
function number(id: number, value: number): Uint8Array {
  return value === 0 ? new Uint8Array() : concatBytes(varint(id * 8 + VARINT), varint(value));
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

class MalformedError extends Error {}

/** Fields of a protobuf message by number; the last value of each counts, as in protobuf. */
function fieldsOf(message: Uint8Array): Map<number, number | Uint8Array> {
  const fields = new Map<number, number | Uint8Array>();
  let at = 0;
  const next = () => {
    let value = 0;
    for (let factor = 1; factor <= 128 ** 6; factor *= 128) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte % 128) * factor;
      if (byte < 128) return value;
    }
    throw new MalformedError("a number without an end");
  };
  while (at < message.length) {
    const tag = next();
    const value = next();
    if (tag % 8 === VARINT) fields.set(Math.floor(tag / 8), value);
    else if (tag % 8 === BYTES && at + value <= message.length) {
      fields.set(Math.floor(tag / 8), message.subarray(at, at + value));
      at += value;
    } else throw new MalformedError("an unknown kind of field");
  }
  return fields;
}

function decode(raw: Uint8Array): ReadTransfer {
  const outer = fieldsOf(raw);
  const call = fieldsOf(bytesIn(fieldsOf(bytesIn(fieldsOf(bytesIn(outer, 11)), 2)), 2));
  const data = bytesToHex(bytesIn(call, 4));
  if (data.length !== 136) throw new MalformedError("not a transfer");
  return {
    from: addressIn(call, 1),
    token: addressIn(call, 2),
    to: `0x${data.slice(32, 72)}`,
    amountMicros: BigInt(`0x${data.slice(72)}`),
    refBlockBytes: bytesToHex(bytesIn(outer, 1)),
    refBlockHash: bytesToHex(bytesIn(outer, 4)),
    expiresAt: new Date(numberIn(outer, 8)),
    createdAt: new Date(numberIn(outer, 14)),
    feeLimitSun: numberIn(outer, 18),
  };
}

function bytesIn(fields: ReturnType<typeof fieldsOf>, id: number): Uint8Array {
  const value = fields.get(id);
  if (!(value instanceof Uint8Array)) throw new MalformedError(`no field ${id}`);
  return value;
}

function addressIn(fields: ReturnType<typeof fieldsOf>, id: number): HexAddress {
  const bytes = bytesIn(fields, id);
  if (bytes.length !== 21) throw new MalformedError("not an address");
  return `0x${bytesToHex(bytes.subarray(1))}`;
}

function numberIn(fields: ReturnType<typeof fieldsOf>, id: number): number {
  const value = fields.get(id) ?? 0;
  if (typeof value !== "number" || value > 8.64e15) throw new MalformedError(`no number ${id}`);
  return value;
}
