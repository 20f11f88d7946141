import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { hexFromPublicKey, tronFromHex } from "@/lib/base/tron/address";

export type WalletKey = { address: string; privateKey: Uint8Array };

/**
 * The account's public key of a wallet that nobody else has, its seed phrase, and the first address that its app shows.
 */
export function newXpub(): { xpub: string; phrase: string; first: string; firstKey: WalletKey } {
  const phrase = generateMnemonic(wordlist);
  const account = HDKey.fromMasterSeed(mnemonicToSeedSync(phrase)).derive("m/44'/195'/0'");
  const { publicKey, privateKey } = account.derive("m/0/0");
  if (!publicKey || !privateKey) throw new Error("a derived key without one of its parts");
  const first = tronFromHex(hexFromPublicKey(publicKey));
  return { xpub: account.publicExtendedKey, phrase, first, firstKey: { address: first, privateKey } };
}
