import { expect, it } from "vitest";
import { CURRENCIES, displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import { exampleQuote } from "@/lib/payments/prices/example-quote";
import { readRate } from "@/lib/payments/prices/rate";

function example(currency: string, rate: string, spreadBps = 0): string | null {
  const found = exampleQuote({ currency, rate, spreadBps });
  return found && `${displayPrice(found.price)} = ${displayAmount(found.amountMicros)} USDT`;
}

it.each([
  ["EUR", "1.0895", "24.90 € = 27.13 USDT"],
  ["EUR", "0.10895", "24.90 € = 2.72 USDT"],
  ["EUR", "0.0010895", "2,490.00 € = 2.72 USDT"],
  ["EUR", "1089.5", "24.90 € = 27,128.55 USDT"],
  ["JPY", "0.0067", "2,490 JPY = 16.69 USDT"],
  ["KWD", "3.25", "24.900 KWD = 80.93 USDT"],
  ["NGN", readRate("1650", "units_per_usdt") as string, "2,490.00 NGN = 1.51 USDT"],
  ["EUR", "999999", "24.90 € = 24,899,975.10 USDT"],
])("a price in %s at %s reads %s", (currency, rate, text) => {
  expect(example(currency, rate)).toBe(text);
});

it("contains the spread", () => {
  expect(example("EUR", "1", 100)).toBe("24.90 € = 25.15 USDT");
});

it("is there for each currency, from the least rate to one that is far too high", () => {
  for (const currency of CURRENCIES) {
    expect([currency, example(currency, "0.000000000001"), example(currency, "300000")]).not.toContain(null);
  }
});
