import { HDKey } from "@scure/bip32";
import { type HexAddress, hexFromPublicKey } from "@/lib/base/tron/address";

/** Depth of an account's key (`m/44'/195'/0'`) and of its receiving chain's (`m/44'/195'/0'/0`). */
export const ACCOUNT_DEPTH = 3;
export const CHAIN_DEPTH = 4;

/** The key of the receiving chain, from that key itself or from the account above it. */
export function chainXpub(xpub: string): string {
  return parseXpub(xpub).publicExtendedKey;
}

/** Addresses from `m/44'/195'/0'/0/from` on, from the account's or the chain's extended public key. */
export function deriveAddresses(xpub: string, from: number, count: number): HexAddress[] {
  const chain = parseXpub(xpub);
  return Array.from({ length: count }, (_, i) => deriveAddress(chain, from + i));
}

function deriveAddress(chain: HDKey, index: number): HexAddress {
  const { publicKey } = chain.deriveChild(index);
  if (!publicKey) throw new Error(`an extended public key gave none at index ${index}`);
  return hexFromPublicKey(publicKey);
}

function parseXpub(xpub: string): HDKey {
  const key = HDKey.fromExtendedKey(xpub);
  if (key.depth === CHAIN_DEPTH) return key;
  if (key.depth === ACCOUNT_DEPTH) return key.deriveChild(0);
  throw new Error(`an extended public key of depth ${key.depth} is neither an account's nor a chain's`);
}
