import { describe, expect, it } from "vitest";
import { filterQuery, PaymentFilter } from "@/lib/payments/lists/filter";
import { readSearch } from "@/lib/payments/lists/search";

const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";

describe("what a search may mean", () => {
  it.each([
    [" 1,234 USDT ", [1_234_000_000n, 1_234_000n]],
    ["order-12", []],
  ])("%s is the amount %s", (text, amounts) => {
    expect(readSearch(text)?.amounts).toEqual(amounts);
  });

  it.each([
    ["24.90 EUR", ["EUR 2490"]],
    ["24,90 €", ["EUR 2490"]],
    ["€24.9", ["EUR 2490"]],
    ["eur 1 024,90", ["EUR 102490"]],
    ["2,490 JPY", ["JPY 2490"]],
    ["1,234 KWD", ["KWD 1234000", "KWD 1234"]],
    ["24.9051 EUR", []],
    ["24.90 USDT", []],
    ["24.90 XXX", []],
    ["EUR 24.90 EUR", []],
    ["0 EUR", []],
    ["EUR", []],
    ["order 12 EUR", []],
  ])("%s is the price %j, and no amount in USDT without that unit", (text, prices) => {
    expect(readSearch(text)?.prices.map(({ currency, minor }) => `${currency} ${minor}`)).toEqual(prices);
    expect(readSearch(text)?.amounts).toEqual(text.endsWith("USDT") ? [24_900_000n] : []);
  });

  it("a number without a currency is a price in each that has such amounts, and an amount in USDT", () => {
    const { prices = [], amounts } = readSearch("24.90") ?? {};
    expect(amounts).toEqual([24_900_000n]);
    const minors = Object.fromEntries(prices.map(({ currency, minor }) => [currency, minor]));
    expect(minors).toMatchObject({ EUR: 2_490n, NGN: 2_490n, KWD: 24_900n });
    expect(minors).not.toHaveProperty("JPY");
    expect(readSearch("2490")?.prices).toContainEqual({ currency: "JPY", minor: 2_490n });
  });

  it("an id is recognised whole, by its first eight characters, in capitals, and shortened as the lists show it", () => {
    expect(readSearch(` ${ID} `)?.ids).toEqual({ first: ID, last: ID, end: "" });
    expect(readSearch("7D9F2B52")?.ids).toEqual({
      first: "7d9f2b52-0000-0000-0000-000000000000",
      last: "7d9f2b52-ffff-ffff-ffff-ffffffffffff",
      end: "",
    });
    expect(readSearch("7d9f2b52-6d5c-4b")?.ids?.first).toBe("7d9f2b52-6d5c-4b00-0000-000000000000");
    expect(readSearch("7d9f…1b11")?.ids).toMatchObject({ first: expect.stringMatching(/^7d9f0000-/), end: "1b11" });
  });

  it.each(["7d9f2b5", "7d9f2b52x", "7d9f2b526d5c", `${ID}0`, "7d9f…1b1"])("%s is no id", (text) => {
    expect(readSearch(text)?.ids).toBeNull();
  });

  it("a transaction hash is recognised with and without 0x, in any case", () => {
    const hash = "ab".repeat(32);
    expect(readSearch(hash)?.txHash).toBe(hash);
    expect(readSearch(`0x${hash.toUpperCase()}`)?.txHash).toBe(hash);
    expect(readSearch(hash.slice(1))?.txHash).toBeNull();
  });

  it("eight digits can be an id, an amount and a reference; space alone is nothing", () => {
    const search = readSearch("12345678");
    expect([search?.ids !== null, search?.amounts, search?.text]).toEqual([true, [12_345_678_000_000n], "12345678"]);
    expect(readSearch("  ")).toBeNull();
  });
});

it("a filter keeps the currencies that there are, and USDT for payments without a price, also in a saved view", () => {
  expect(PaymentFilter.parse({ currency: ["EUR", "USDT", "eur", "XXX", "EUR"] }).currency).toEqual(["EUR", "USDT"]);
  expect(filterQuery("currency=NGN&before=x&currency=EUR")).toBe("currency=EUR&currency=NGN");
});
