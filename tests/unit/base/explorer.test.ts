import { expect, it } from "vitest";
import { explorerUrl } from "@/lib/base/tron/explorer";

const HASH = "ab".repeat(32);

it.each([
  ["tron-mainnet", `https://tronscan.org/#/transaction/${HASH}`],
  ["tron-nile", `https://nile.tronscan.org/#/transaction/${HASH}`],
])("%s has an explorer, which takes hashes without 0x", (network, url) => {
  expect(explorerUrl(network, `0x${HASH}`)).toBe(url);
  expect(explorerUrl(network, HASH)).toBe(url);
});

it.each(["tron-1337", "sandbox", ""])("%j has none", (network) => {
  expect(explorerUrl(network, HASH)).toBeNull();
});
