import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, concatBytes, hexToBytes } from "@noble/hashes/utils.js";
import { createBase58check } from "@scure/base";

/** The form that the database and the chain's JSON-RPC use: `0x` and forty small hexadecimal digits. */
export type HexAddress = `0x${string}`;

const base58check = createBase58check(sha256);
const PREFIX = 0x41;
const TRON_ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** `TR7N…Lj6t` → `0xa614…d13c`; null for anything that is no TRON address, a wrong checksum included. */
export function hexFromTron(text: string): HexAddress | null {
  if (!TRON_ADDRESS.test(text)) return null;
  try {
    const bytes = base58check.decode(text);
    return bytes.length === 21 && bytes[0] === PREFIX ? `0x${bytesToHex(bytes.subarray(1))}` : null;
  } catch {
    return null;
  }
}

/** `0xa614…d13c` → `TR7N…Lj6t`. */
export function tronFromHex(hex: string): string {
  return tronFromBytes(hexToBytes(hex.slice(2)));
}

/** The address of a compressed public key of 33 bytes. */
export function hexFromPublicKey(publicKey: Uint8Array): HexAddress {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return `0x${bytesToHex(keccak_256(point.subarray(1)).subarray(12))}`;
}

function tronFromBytes(bytes: Uint8Array): string {
  return base58check.encode(concatBytes(Uint8Array.of(PREFIX), bytes));
}
