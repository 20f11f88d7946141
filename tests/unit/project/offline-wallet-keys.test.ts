import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { mnemonicToSeedSync } from "@scure/bip39";
import { describe, expect, it } from "vitest";
import { type HexAddress, hexFromPublicKey } from "@/lib/base/tron/address";
import { findKeys, wipeKeys } from "@/scripts/offline-wallet/keys";

const WORDS = `${"abandon ".repeat(11)}about`.split(" ");

function addressAt(path: string, passphrase = ""): HexAddress {
  const { publicKey } = HDKey.fromMasterSeed(mnemonicToSeedSync(WORDS.join(" "), passphrase)).derive(path);
  return hexFromPublicKey(publicKey as Uint8Array);
}

async function found(from: HexAddress, derivationIndex: number | null = null, passphrase = "") {
  const result = await findKeys(WORDS, passphrase, [{ from, derivationIndex }]);
  const key = result.keys.get(from);
  return key ? hexFromPublicKey(secp256k1.getPublicKey(key)) : null;
}

describe("the keys of a seed phrase", () => {
  it.each<[string, string, number | null]>([
    ["at the index that is named", "m/44'/195'/0'/0/1234", 1234],
    ["among the first hundred of the account", "m/44'/195'/0'/0/99", null],
    ["as the first of the hundredth account", "m/44'/195'/99'/0/0", null],
    ["elsewhere than at the index that is named", "m/44'/195'/3'/0/0", 7],
  ])("are found %s", async (_name, path, index) => {
    const from = addressAt(path);
    expect(await found(from, index)).toBe(from);
  });

  it("are found with the passphrase alone, if the wallet has one", async () => {
    const from = addressAt("m/44'/195'/0'/0/0", "ocean");
    expect(await found(from, 0)).toBeNull();
    expect(await found(from, 0, "ocean")).toBe(from);
  });

  it("are given for its own addresses, and those that are missing are named", async () => {
    const [own, far] = [addressAt("m/44'/195'/0'/0/0"), addressAt("m/44'/195'/0'/0/100")];
    const wanted = [own, far, own].map((from) => ({ from, derivationIndex: null }));
    const result = await findKeys(WORDS, "", wanted);
    expect([[...result.keys.keys()], result.missing]).toEqual([[own], [far]]);
  });

  it("are wiped", async () => {
    const from = addressAt("m/44'/195'/0'/0/0");
    const result = await findKeys(WORDS, "", [{ from, derivationIndex: 0 }]);
    wipeKeys(result.keys);
    expect([...result.keys.values()]).toEqual([new Uint8Array(32)]);
  });
});
