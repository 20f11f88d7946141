import { describe, expect, it } from "vitest";
import { readSearch } from "@/lib/payments/lists/search";

const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";

describe("what a search may mean", () => {
  it.each([
    [" 1,234 USDT ", [1_234_000_000n, 1_234_000n]],
    ["order-12", []],
  ])("%s is the amount %s", (text, amounts) => {
    expect(readSearch(text)?.amounts).toEqual(amounts);
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
