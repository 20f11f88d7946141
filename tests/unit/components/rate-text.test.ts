import { describe, expect, it } from "vitest";
import {
  bpsFromPercent,
  exampleLine,
  examplePrice,
  formatBps,
  percentOf,
  perUnitLine,
  perUsdtLine,
} from "@/components/currencies/rate-text";
import { readRate } from "@/lib/payments/prices/rate";

const plain = (text: string | null) => text?.replaceAll("\u00a0", " ");
const rateOf = (units: string) => readRate(units, "units_per_usdt") as string;

describe("a rate in words", () => {
  it("is said both ways, with grouped digits", () => {
    expect(plain(perUnitLine("EUR", "1.0895"))).toBe("1 € = 1.0895 USDT");
    expect(plain(perUsdtLine("EUR", "1.0895"))).toBe("1 USDT = 0.91785223 €");
    expect(plain(perUsdtLine("NGN", rateOf("1650")))).toBe("1 USDT = 1,650 NGN");
    expect(plain(perUsdtLine("IRR", rateOf("1085000.5")))).toBe("1 USDT = 1,085,000.5 IRR");
    expect(plain(perUnitLine("NGN", rateOf("1650")))).toBe("1 NGN = 0.00060606061 USDT");
  });

  it.each([
    ["EUR", "1.0895", 0, "24.90 € = 27.13 USDT"],
    ["EUR", "1.0895", 200, "24.90 € = 27.68 USDT"],
    ["EUR", "0.10895", 0, "24.90 € = 2.72 USDT"],
    ["USD", "1", 0, "24.90 USD = 24.90 USDT"],
    ["JPY", rateOf("150"), 0, "2,490 JPY = 16.60 USDT"],
    ["KWD", "3.25", 0, "24.900 KWD = 80.93 USDT"],
  ])("has an example in %s at %s with a spread of %i", (currency, rate, spreadBps, line) => {
    expect(plain(exampleLine({ currency, rate, spreadBps }))).toBe(line);
  });

  it("can be compared by the price of another one, so that a mistake shows", () => {
    const price = examplePrice("EUR", "1.0895");
    expect(plain(exampleLine({ currency: "EUR", rate: "0.010895", spreadBps: 0 }, price))).toBe(
      "24.90 € = 0.271286 USDT",
    );
    expect(exampleLine({ currency: "EUR", rate: "0.0000000001", spreadBps: 0 }, price)).toBeNull();
    expect(exampleLine({ currency: "XXX", rate: "1", spreadBps: 0 })).toBeNull();
  });
});

describe("a percentage", () => {
  it.each([
    ["0", 0],
    ["1", 100],
    ["1.5", 150],
    ["1,5", 150],
    ["0.25", 25],
    ["20.00", 2_000],
  ])("typed as %s is %i hundredths", (text, bps) => expect(bpsFromPercent(text)).toBe(bps));

  it.each(["", "-1", "1.234", "1e2", "5 %", "abc", "12345"])("isn't %j", (text) =>
    expect(bpsFromPercent(text)).toBeNull(),
  );

  it.each([
    [0, "0"],
    [5, "0.05"],
    [150, "1.5"],
    [2_000, "20"],
    [1_234_567, "12,345.67"],
  ])("of %i hundredths is shown as %s", (bps, text) => {
    expect(percentOf(bps)).toBe(text);
    expect(formatBps(BigInt(bps))).toBe(`${text}\u00a0%`);
  });
});
