import { HDKey } from "@scure/bip32";
import { describe, expect, it } from "vitest";
import { hexFromPublicKey, hexFromTron, tronFromHex } from "@/lib/base/tron/address";

const USDT = { tron: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", hex: "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c" };

describe("TRON addresses", () => {
  it("become hexadecimal and come back", () => {
    expect(hexFromTron(USDT.tron)).toBe(USDT.hex);
    expect(tronFromHex(USDT.hex)).toBe(USDT.tron);
    expect(tronFromHex(hexFromTron("TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf") ?? "")).toBe(
      "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf",
    );
  });

  it.each([
    ["a letter changed", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T"],
    ["another prefix", "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"],
    ["hexadecimal", USDT.hex],
    ["41 and hexadecimal", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"],
    ["a blank before it", " TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"],
    ["too short", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6"],
    ["nothing", ""],
  ])("are refused with %s", (_what, text) => {
    expect(hexFromTron(text)).toBeNull();
  });

  it("follow from a public key as wallets derive them", () => {
    const chain = HDKey.fromExtendedKey(
      "xpub6EuK4CZWW5urEHdwAVDdDw327danAtccFcrXYvgf1DHrPXRwErt36xStQ2PNhn4hpwzPbzJ8pJVpewgChRnSs59q5Ay61GCfQZKUe71gbLq",
    );
    const addresses = [0, 1, 2].map((index) => {
      const { publicKey } = chain.deriveChild(index);
      return publicKey && tronFromHex(hexFromPublicKey(publicKey));
    });
    expect(addresses).toEqual([
      "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
      "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
      "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx",
    ]);
  });
});
