import { HDKey } from "@scure/bip32";
import { mnemonicToSeed } from "@scure/bip39";
import { type HexAddress, hexFromPublicKey } from "@/lib/base/tron/address";

/** How many addresses of the first account, and how many accounts, are searched. */
const SEARCHED = 100;

export type Wanted = {
  from: HexAddress;
  /** index below `m/44'/195'/0'/0`; null: unknown */
  derivationIndex: number | null;
};

/** `missing`: addresses that the seed phrase doesn't have, for example those of an earlier wallet. */
export type FoundKeys = { keys: Map<HexAddress, Uint8Array>; missing: HexAddress[] };

/**
 * The private keys (32 bytes) of addresses: at the index that is named, then among the first addresses of the first
 * account (`m/44'/195'/0'/0/n`), then the first address of each account (`m/44'/195'/n'/0/0`), as TronLink and Ledger
 * make them.
 */
export async function findKeys(words: string[], passphrase: string, wanted: readonly Wanted[]): Promise<FoundKeys> {
  const seed = await mnemonicToSeed(words.join(" "), passphrase);
  const master = HDKey.fromMasterSeed(seed);
  seed.fill(0);
  const chain = master.derive("m/44'/195'/0'/0");
  const left = new Set(wanted.map(({ from }) => from));
  const keys = new Map<HexAddress, Uint8Array>();
  const tryKey = (node: HDKey) => {
    const { publicKey, privateKey } = node;
    if (!publicKey || !privateKey) throw new Error("a derived key without one of its parts");
    const address = hexFromPublicKey(publicKey);
    if (left.delete(address)) keys.set(address, Uint8Array.from(privateKey));
    node.wipePrivateData();
  };
  for (const { from, derivationIndex } of wanted) {
    if (left.has(from) && derivationIndex !== null) tryKey(chain.deriveChild(derivationIndex));
  }
  for (let index = 0; index < SEARCHED && left.size > 0; index++) {
    tryKey(chain.deriveChild(index));
    if (left.size > 0) tryKey(master.derive(`m/44'/195'/${index}'/0/0`));
  }
  chain.wipePrivateData();
  master.wipePrivateData();
  return { keys, missing: [...left] };
}

export function wipeKeys(keys: ReadonlyMap<HexAddress, Uint8Array>): void {
  for (const key of keys.values()) key.fill(0);
}
