import { createHash } from "node:crypto";
import { base58 } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { describe, expect, it } from "vitest";
import { hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { chainXpub, deriveAddresses } from "@/lib/base/tron/derive";
import { listUnused, readWallet } from "@/lib/chain/wallets/wallet-input";
import { shortXpub } from "@/lib/chain/wallets/wallet-schema";
import { findSecret } from "@/lib/chain/wallets/wallet-secrets";

const ACCOUNT =
  "xpub6D1AabNHCupeiLM65ZR9UStMhJ1vCpyV4XbZdyhMZBiJXALQtmn9p42VTQckoHVn8WNqS7dqnJokZHAHcHGoaQgmv8D45oNUKx6DZMNZBCd";
const CHAIN =
  "xpub6EuK4CZWW5urEHdwAVDdDw327danAtccFcrXYvgf1DHrPXRwErt36xStQ2PNhn4hpwzPbzJ8pJVpewgChRnSs59q5Ay61GCfQZKUe71gbLq";
const ADDRESSES = [
  "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK",
  "TYJPRrdB5APNeRs4R7fYZSwW3TcrTKw2gx",
] as const;
const [A, B, C] = ADDRESSES;
const USDT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const TOKEN = hexFromTron(USDT) as `0x${string}`;
const PHRASE = "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about";

/** With a hidden character in the middle. */
const split = (text: string, hidden: string) => text.slice(0, 17) + hidden + text.slice(17);
const read = (text: string) => readWallet(text, TOKEN);
const problemsOf = (text: string) => {
  const wallet = read(text);
  return "problems" in wallet ? wallet.problems : [];
};
const root = HDKey.fromMasterSeed(new Uint8Array(64).fill(7));

describe("an extended public key", () => {
  it("of the account and of its receiving chain give the same addresses, those of the vectors", () => {
    expect(deriveAddresses(ACCOUNT, 0, 3).map(tronFromHex)).toEqual(ADDRESSES);
    expect(deriveAddresses(CHAIN, 0, 3).map(tronFromHex)).toEqual(ADDRESSES);
    expect(deriveAddresses(ACCOUNT, 2, 1).map(tronFromHex)).toEqual([C]);
    expect(chainXpub(ACCOUNT)).toBe(CHAIN);
  });

  it("is kept as that of the chain, whichever was pasted, and shown by its ends", () => {
    for (const text of [ACCOUNT, CHAIN, `\n  ${ACCOUNT}  \n`])
      expect(read(text)).toEqual({ kind: "xpub", xpub: CHAIN });
    expect(shortXpub(CHAIN)).toBe("xpub6EuK…gbLq");
  });

  it.each([
    ["of depth 0", root.publicExtendedKey, /depth 0/],
    ["of depth 2", root.derive("m/44'/195'").publicExtendedKey, /depth 2/],
    ["of depth 5", root.derive("m/44'/195'/0'/0/0").publicExtendedKey, /depth 5/],
    ["of an account that is none of BIP-44", root.derive("m/44'/195'/0").publicExtendedKey, /isn't a BIP-44 account/],
    ["of a hardened chain", root.derive("m/44'/195'/0'/0'").publicExtendedKey, /isn't a BIP-44 account/],
    ["with a typing error", `${ACCOUNT.slice(0, -1)}e`, /typo/],
    ["of another coin", `zpub${ACCOUNT.slice(4)}`, /starts with zpub/],
    ["of a test network", `tpub${ACCOUNT.slice(4)}`, /starts with tpub/],
    ["beside an address", `${ACCOUNT}\n${A}`, /on its own/],
    ["beside another", `${ACCOUNT} ${CHAIN}`, /on its own/],
  ])("%s is refused", (_, text, wanted) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(wanted)]);
  });
});

describe("a list", () => {
  const all = { kind: "list", addresses: ADDRESSES.map((one) => hexFromTron(one)) };

  it.each([
    ["by lines", `${A}\n${B}\n${C}`],
    ["by Windows lines, with blank ones", `\r\n${A}\r\n\r\n${B}\r\n${C}\r\n`],
    ["by commas", `${A},${B}, ${C}`],
    ["by blanks and tabs", ` ${A} ${B}\t${C} `],
    ["as JSON's lines", `"${A}",\n"${B}",\n"${C}"`],
    ["as CSV with a heading and other columns", `index,address,label\n0,${A},Front desk\n1,${B},"12.50"\n2,${C},`],
    ["behind a byte order mark", `\uFEFF${A}\n${B}\n${C}`],
    ["by lines with something hidden at each end", `\u200B${A}\u200B\n\u00AD${B}\u2060\n\u202A${C}\u202C`],
    ["with breaks that no one sees within them", `${split(A, "\u200B")}\n${split(B, "\u00AD")}\n${split(C, "\uFE0F")}`],
    ["by hidden characters alone", `${A}\u200B${B}\u00AD${C}`],
    ["by blanks that don't break", `${A}\u00A0${B}\u202F${C}`],
    ["by Arabic signs", `${A}،${B}؛ ${C}`],
    ["by Chinese signs", `${A}，${B}、${C}。`],
    ["by wide signs", `${A}；${B}｜${C}`],
    ["by slashes, bars and dots", `${A}/${B}|${C}.`],
    ["as a list with dashes and numbers", `- ${A}\n2) ${B}\n３．${C}`],
    ["with labels that touch them", `地址${A}\nmain-${B}\n“${C}”`],
    ["as links", `https://tronscan.org/#/address/${A}\ntron:${B}?amount=1\n<${C}>`],
    ["by the line breaks of other programs", `${A}\u2028${B}\u2029${C}`],
    ["as CSV with semicolons", `address;note\n${A};one\n${B};two\n${C};three`],
  ])("is read %s", (_, text) => expect(read(text)).toEqual(all));

  it.each([
    ["nothing", "  \n ", "Paste your wallet's addresses or its extended public key (xpub)."],
    ["words", "hello", "Line 1: no address found in “hello”."],
    ["a line without an address", `${A}\nhello\n${B}`, "Line 2: no address found in “hello”."],
    ["an address twice", `${A}\n${B}\n${A}`, `Line 3: ${A} is already in line 1.`],
    ["an address twice in a line", `${A} ${A}`, `Line 1: ${A} is already in line 1.`],
    ["the zero address", "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", /^Line 1: T9yD.* is the zero address/],
    ["the token's contract", `${A}\n${USDT}`, /^Line 2: TR7N.* is the USDT contract/],
    ["a wrong checksum", `${A.slice(0, -1)}J`, /^Line 1: TUEZ.*J has a typo/],
    ["a letter too few", A.slice(0, -1), /^Line 1: .* has 33 characters/],
    ["a letter that base58 lacks", `${A.slice(0, -1)}0`, /^Line 1: .* has a typo/],
    ["hexadecimal", "0xa614f803b6fd780986a42c78ec9c7f77e6ded13c", /^Line 1: .* is in hexadecimal form/],
    ["TRON's own hexadecimal", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c", /^Line 1: .* is in hexadecimal form/],
    ["Bitcoin, old", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", /^Line 1: .* is a Bitcoin address/],
    ["Bitcoin, new", "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", /^Line 1: .* is a Bitcoin address/],
    ["Litecoin", "ltc1qhvjq5yq3xs5ssf6g9slk5zqf5xfvvlxl3s0n4p", /^Line 1: .* is a Litecoin address/],
    ["XRP", "rEb8TK3gBgk5auZkwc6sHnwrGVJH8DuaLh", /^Line 1: .* is an XRP Ledger address/],
    ["TON", "EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N", /^Line 1: .* is a TON address/],
    [
      "Cardano",
      "addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w",
      /^Line 1: .* is an address for another coin/,
    ],
    ["Solana", "7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK", /^Line 1: .* isn't a TRON address/],
    ["Aptos", `0x1${"0".repeat(20)}`, /^Line 1: .* isn't a TRON address/],
  ])("with %s is refused with its line", (_, text, wanted) => {
    expect(problemsOf(text)).toEqual([typeof wanted === "string" ? wanted : expect.stringMatching(wanted)]);
  });

  it("says which lines have other text", () => {
    expect(listUnused(`Address,Label\n${A}\n${B},Main\n\u200B${C}\n`)).toEqual([
      { line: 1, text: "Address,Label" },
      { line: 3, text: "…,Main" },
    ]);
  });

  it.each([
    ["a wrong letter", `\u200B${A.slice(0, -1)}J\n${B}`, /^Line 1: TUEZ.*J has a typo/],
    ["a letter too few", `\uFEFF\u200B${A.slice(0, -1)}\n${B}`, /^Line 1: .* has 33 characters/],
    ["another alphabet's T", `Т${A.slice(1)}\n${B}`, /^Line 1: .* isn't a TRON address/],
  ])("takes no first line for a heading that was meant as an address, with %s", (_, text, wanted) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(wanted)]);
  });

  it("names everything that is wrong with it", () => {
    expect(problemsOf(`${A}\nbc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq\n${A}\n${B.slice(0, -1)}J`)).toHaveLength(3);
  });

  it("has at most 5,000 addresses", () => {
    const many = deriveMany(5_001);
    expect(read(many.slice(1).join("\n"))).toMatchObject({ kind: "list" });
    expect(problemsOf(many.join("\n"))).toEqual([expect.stringMatching(/5001 addresses/)]);
  });
});

describe("what could move money", () => {
  const hexKey = "e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262";

  it.each([
    ["an xprv", root.privateExtendedKey, "xprv"],
    ["an xprv within a line", `my key: ${root.derive("m/44'/195'/0'").privateExtendedKey}!`, "xprv"],
    ["a private key", hexKey, "private key"],
    ["a private key in capitals with 0x", `0x${hexKey.toUpperCase()}`, "private key"],
    ["a private key beside addresses", `${A}\n${hexKey}\n${B}`, "private key"],
    ["a private key in WIF", "5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ", "private key"],
    ["twelve words", PHRASE, "seed phrase"],
    ["an xprv with a hidden character", split(root.privateExtendedKey, "\u200B"), "xprv"],
    ["a private key with a hidden character", split(hexKey, "\u00AD"), "private key"],
    ["words by Chinese signs", PHRASE.replaceAll(" ", "、"), "seed phrase"],
    ["words by hidden characters", PHRASE.replaceAll(" ", " \u200B"), "seed phrase"],
    ["twenty-four words", `${PHRASE} ${PHRASE}`, "seed phrase"],
    ["words by lines", PHRASE.replaceAll(" ", "\n"), "seed phrase"],
    [
      "numbered words",
      PHRASE.split(" ")
        .map((word, i) => `${i + 1}. ${word}`)
        .join("\n"),
      "seed phrase",
    ],
    [
      "words numbered without a blank",
      PHRASE.split(" ")
        .map((word, i) => `${i + 1}.${word}`)
        .join(" "),
      "seed phrase",
    ],
    [
      "words with numbers in brackets",
      PHRASE.split(" ")
        .map((word, i) => `(${i + 1}) ${word}`)
        .join(", "),
      "seed phrase",
    ],
    ["words in capitals with commas", PHRASE.toUpperCase().replaceAll(" ", ", "), "seed phrase"],
    ["words after an address", `${A}\n${PHRASE}`, "seed phrase"],
  ] as const)("is found: %s", (_, text, what) => {
    expect(findSecret(text)).toBe(what);
    const [problem, ...more] = problemsOf(text);
    expect(more).toEqual([]);
    expect(problem).toMatch(/Move your funds to a new wallet now/);
    for (const part of text.split(/\s+/).filter((one) => one.length > 7)) expect(problem).not.toContain(part);
  });

  it("is not seen in a million characters of addresses, among which every short word stands by chance", () => {
    const random = createHash("sha512").update("addresses");
    const addresses = Array.from(
      { length: 30_000 },
      (_, i) => `T${base58.encode(random.copy().update(String(i)).digest()).slice(0, 33)}`,
    );
    expect(findSecret(addresses.join("\n"))).toBeNull();
    expect(addresses.join("\n")).toMatch(/xprv/i);
  });

  it("does not take a public key for a private one, though its letters spell one", () => {
    // m/44'/195'/0' of SHA-512("till 571") and SHA-512("till 690")
    const keys = [
      "xpub6D91kxG11KDfeSdEgANXTuPRvrBrMZ5mJyYXXxrkhHgBY6HKfBDySvpuzrbrykYEoMLZfdLPbTRbsC5EPXxD2fgDkQbbtrajkB1jm8dw65v",
      "xpub6ConKKrzCyNjAQir64x4Jao4gdzdcfGy8AFViMkLXLTPVfqSe8p5PtqxuQcfTfB9N4ZJ4y5fQkudHWV3Fo5vTZckGzhV9PuZCKLkxRYa8Ma",
    ];
    for (const key of keys) {
      expect(findSecret(key)).toBeNull();
      expect(findSecret(`${key} ${root.privateExtendedKey}`)).toBe("xprv");
    }
  });

  it("is looked for in one pass over a text that is all closing marks", () => {
    expect(findSecret(`x${")".repeat(400_000)}x`)).toBeNull();
  });

  it("is not seen in addresses, an xpub, or a short label", () => {
    for (const text of [ADDRESSES.join("\n"), ACCOUNT, `${A},front desk of the corner shop`]) {
      expect(findSecret(text)).toBeNull();
    }
  });
});

function deriveMany(count: number): string[] {
  return Array.from({ length: count }, (_, i) => tronFromHex(`0x${(i + 1).toString(16).padStart(40, "0")}`));
}
