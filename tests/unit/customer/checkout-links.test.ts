import { describe, expect, it } from "vitest";
import { addressGroups } from "@/lib/customer/checkout/address-groups";
import { returnLink } from "@/lib/customer/checkout/return-link";
import { walletLinks } from "@/lib/customer/checkout/wallet-links";

const ADDRESS = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const PAGE = "https://till.example/pay/7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11?a=b&c=d";
const contract = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
const live = { receiveAddress: ADDRESS, network: { id: "tron-mainnet", contract }, toSend: "12.5" };

const linkOf = (wallet: string) => walletLinks(live, PAGE).find(({ name }) => name === wallet)?.href ?? "";

it("Trust Wallet's link names the token, the address and the amount", () => {
  const link = new URL(linkOf("Trust Wallet"));
  expect(link.origin + link.pathname).toBe("https://link.trustwallet.com/send");
  expect(Object.fromEntries(link.searchParams)).toEqual({
    asset: "c195_tTR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    address: ADDRESS,
    amount: "12.5",
  });
});

it("TronLink's link carries the page as JSON in its parameter", () => {
  const link = linkOf("TronLink");
  expect(link.startsWith("tronlinkoutside://pull.activity?param=%7B%22url%22")).toBe(true);
  expect(JSON.parse(decodeURIComponent(link.split("param=")[1] ?? ""))).toEqual({
    url: PAGE,
    action: "open",
    protocol: "TronLink",
    version: "1.0",
  });
});

describe("the wallets that a page offers", () => {
  it.each([
    ["real USDT that is still to be sent", live, ["Trust Wallet", "TronLink"]],
    ["a test network, which Trust Wallet does not know", { ...live, network: { id: "tron-nile", contract } }, []],
    ["the sandbox", { receiveAddress: null, network: null, toSend: "12.5" }, []],
    ["a payment that is on its way", { ...live, toSend: null }, []],
  ])("for %s", (_, payable, names) => {
    expect(walletLinks(payable, "https://till.example/pay/1").map(({ name }) => name)).toEqual(names);
  });
});

describe("an address in groups", () => {
  const groups = addressGroups(ADDRESS).map(({ pieces }) => pieces);

  it("is the address when it is joined, in groups of four", () => {
    expect(groups.map((pieces) => pieces.map(({ text }) => text).join("")).join("")).toBe(ADDRESS);
    expect(groups.map((pieces) => pieces.map(({ text }) => text).join("").length)).toEqual([4, 4, 4, 4, 4, 4, 4, 4, 2]);
  });

  it("knows where each group starts", () => {
    expect(addressGroups(ADDRESS).map(({ start }) => start)).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32]);
  });

  it("has its first and last six marked and nothing else", () => {
    const marked = groups.flat().filter((piece) => piece.marked);
    expect(marked.map(({ text }) => text).join("")).toBe(ADDRESS.slice(0, 6) + ADDRESS.slice(-6));
  });
});

describe("the way back to the shop", () => {
  it.each([
    ["https://shop.example/thanks", "https://shop.example/thanks?intent_id=1"],
    ["https://shop.example", "https://shop.example?intent_id=1"],
    ["https://shop.example/t?order=7&sig=a%2Bb", "https://shop.example/t?order=7&sig=a%2Bb&intent_id=1"],
    ["https://shop.example/t?", "https://shop.example/t?intent_id=1"],
    ["https://shop.example/#/done?x=1", "https://shop.example/?intent_id=1#/done?x=1"],
    ["https://shop.example/t?intent_id=mine", "https://shop.example/t?intent_id=mine"],
    ["http://localhost:4000/t", "http://localhost:4000/t?intent_id=1"],
  ])("%s → %s", (url, href) => expect(returnLink(url, "1")?.href).toBe(href));

  it("names the host that it leads to, and is none for what is no web address", () => {
    expect(returnLink("https://user.example:8443/a", "1")?.host).toBe("user.example:8443");
    expect(
      [null, "", "nonsense", "javascript:alert(1)", "data:text/html,x"].map((url) => returnLink(url, "1")),
    ).toEqual([null, null, null, null, null]);
  });
});
