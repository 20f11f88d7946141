import { describe, expect, it } from "vitest";
import { CURRENCIES, decimalsOf, displayPrice } from "@/lib/base/values/currencies";

describe("currencies", () => {
  it.each([
    ["EUR", 2_490n, "24.90 €"],
    ["EUR", -2_490n, "−24.90 €"],
    ["EUR", 123_456_789n, "1,234,567.89 €"],
    ["JPY", 2_490n, "2,490 JPY"],
    ["KWD", 1n, "0.001 KWD"],
    ["USD", 0n, "0.00 USD"],
  ])("%s: %d minor units are shown as %s", (currency, minor, text) => {
    expect(displayPrice({ currency, minor })).toBe(text);
  });

  it("have a number of decimals each", () => {
    expect(CURRENCIES.map(decimalsOf)).not.toContain(null);
    expect(decimalsOf("XXX")).toBeNull();
    expect(decimalsOf("eur")).toBeNull();
  });
});
