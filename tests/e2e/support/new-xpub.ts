import { randomBytes } from "node:crypto";
import { HDKey } from "@scure/bip32";
import { hexFromPublicKey, tronFromHex } from "@/lib/tron/address";

/** The account's public key of a wallet that nobody else has, and the first address that its app shows. */
export function newXpub(): { xpub: string; first: string } {
  const account = HDKey.fromMasterSeed(randomBytes(32)).derive("m/44'/195'/0'");
  const { publicKey } = account.derive("m/0/0");
  if (!publicKey) throw new Error("a derived key without its public part");
  return { xpub: account.publicExtendedKey, first: tronFromHex(hexFromPublicKey(publicKey)) };
}
