import { describe, expect, it } from "vitest";
import {
  decimalFromMicros,
  displayAmount,
  hasAtMostSixPlaces,
  headlineAmount,
  MAX_AMOUNT_USDT,
  microsFromDecimal,
  microsFromNumber,
  numberFromMicros,
} from "@/lib/base/values/money";
import { fc } from "@/tests/support/property";

describe("amounts", () => {
  it.each([
    [0.000001, 1n],
    [1, 1_000_000n],
    [12.5, 12_500_000n],
    [0.1, 100_000n],
    [1234.567891, 1_234_567_891n],
    [MAX_AMOUNT_USDT, 999_999_999_999_999n],
  ])("%d USDT is %d micro-USDT", (usdt, micros) => {
    expect(hasAtMostSixPlaces(usdt)).toBe(true);
    expect(microsFromNumber(usdt)).toBe(micros);
    expect(numberFromMicros(micros)).toBe(usdt);
  });

  it.each([1e-7, 0.1 + 0.2, 0.0000015, Number.NaN, Number.POSITIVE_INFINITY])("%d has more than six places", (usdt) => {
    expect(hasAtMostSixPlaces(usdt)).toBe(false);
  });

  it("every amount comes back as the same JSON number", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 999_999_999_999_999n), (micros) => {
        const number = JSON.parse(JSON.stringify(numberFromMicros(micros)));
        expect(hasAtMostSixPlaces(number)).toBe(true);
        expect(microsFromNumber(number)).toBe(micros);
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    [12_500_000n, "12.50", "12.5"],
    [1n, "0.000001", "0.000001"],
    [1_234_567_891n, "1,234.567891", "1234.567891"],
    [100_000_000_000n, "100,000.00", "100000"],
    [1_000_100n, "1.0001", "1.0001"],
    [-2_500_000n, "\u22122.50", "-2.5"],
    [0n, "0.00", "0"],
  ])("%d is shown as %s and written as %s", (micros, shown, written) => {
    expect(displayAmount(micros)).toBe(shown);
    expect(decimalFromMicros(micros)).toBe(written);
  });
});

describe("decimal text", () => {
  it.each([
    ["0", 0n],
    ["12.5", 12_500_000n],
    ["0.000001", 1n],
    ["007.10", 7_100_000n],
    ["999999999.999999", 999_999_999_999_999n],
  ])("%s is %d micro-USDT", (text, micros) => {
    expect(microsFromDecimal(text)).toBe(micros);
  });

  it.each(["", ".5", "1.", "-1", "+1", " 1", "1 ", "1e3", "1,5", "1000000000", "1.0000001", "1.2.3", "1\n"])(
    "%j is no amount",
    (text) => {
      expect(microsFromDecimal(text)).toBeNull();
    },
  );
});

it.each([
  [0n, "0.00"],
  [1n, "0.000001"],
  [9_999n, "0.009999"],
  [10_000n, "0.01"],
  [12_500_001n, "12.50"],
  [12_504_999n, "12.50"],
  [12_505_000n, "12.51"],
  [999_999_995_000n, "1,000,000.00"],
  [-9_999n, "\u22120.009999"],
  [-12_504_999n, "\u221212.50"],
  [-12_505_000n, "\u221212.51"],
])("%d micro-USDT are %s in a headline", (micros, text) => {
  expect(headlineAmount(micros)).toBe(text);
});
