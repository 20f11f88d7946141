import { describe, expect, it } from "vitest";
import { CURRENCIES, decimalFromMinor, decimalsOf, minorFromDecimal } from "@/lib/base/values/currencies";
import { MAX_MICROS } from "@/lib/base/values/money";
import { quoteMicros, valueMinor } from "@/lib/payments/prices/quote";
import { differenceBps, displayRate, readRate, unitsPerUsdt } from "@/lib/payments/prices/rate";
import { fc } from "@/tests/support/property";

const quote = (currency: string, amount: string, rate: string, spreadBps = 0) => {
  const decimals = decimalsOf(currency) ?? Number.NaN;
  const minor = minorFromDecimal(amount, decimals);
  if (minor === null) throw new Error(`not an amount: ${amount}`);
  return quoteMicros({ minor, decimals, rate, spreadBps });
};
const ngn = readRate("1650", "units_per_usdt") ?? "";

describe("currencies", () => {
  it.each([
    ["EUR", 2],
    ["JPY", 0],
    ["KWD", 3],
    ["HUF", 2],
    ["IDR", 2],
    ["XXX", null],
    ["XAU", null],
    ["eur", null],
    ["USDT", null],
  ])("%s has %s decimals", (currency, decimals) => expect(decimalsOf(currency)).toBe(decimals));

  it("are those that this runtime names too, but for those that are newer", () => {
    const known = new Set(Intl.supportedValuesOf("currency"));
    expect(CURRENCIES.filter((currency) => !known.has(currency))).toEqual(["VED"]);
  });

  it.each([
    ["24.90", 2, 2_490n],
    ["24.9", 2, 2_490n],
    ["24", 2, 2_400n],
    ["0.01", 2, 1n],
    ["1", 0, 1n],
    ["1.250", 3, 1_250n],
    ["999999999999.99", 2, 99_999_999_999_999n],
    ["24.900", 2, null],
    ["1.0", 0, null],
    ["24,90", 2, null],
    ["1e3", 2, null],
    ["-1", 2, null],
    ["+1", 2, null],
    ["NaN", 2, null],
    ["", 2, null],
    [" 1", 2, null],
    ["1.", 2, null],
    [".5", 2, null],
    ["01", 2, null],
    ["0", 2, null],
    ["0.00", 2, null],
    ["1".repeat(30), 2, null],
    ["٣", 2, null],
  ])("the text %j with %d decimals is %s", (text, decimals, minor) => {
    expect(minorFromDecimal(text, decimals)).toBe(minor);
  });

  it.each([
    [2_490n, 2, "24.90"],
    [1n, 2, "0.01"],
    [5n, 0, "5"],
    [1_250n, 3, "1.250"],
    [-7n, 2, "-0.07"],
    [0n, 2, "0.00"],
  ])("%d minor units with %d decimals are written as %s", (minor, decimals, text) => {
    expect(decimalFromMinor(minor, decimals)).toBe(text);
  });
});

describe("a quote", () => {
  it.each([
    ["EUR", "24.90", "1.0895", 0, 27_130_000n],
    ["EUR", "100", "1.0895", 0, 108_950_000n],
    ["EUR", "24.90", "1.0895", 50, 27_270_000n],
    ["USD", "24.90", "1", 0, 24_900_000n],
    ["JPY", "1", "0.0067", 0, 6_700n],
    ["JPY", "999999999", "0.0067", 0, 6_700_000_000_000n],
    ["KWD", "0.125", "3.2541", 0, 406_763n],
    ["EUR", "0.01", "1.0895", 0, 10_895n],
    ["NGN", "1650", ngn, 0, 1_000_000n],
    ["NGN", "16500", ngn, 0, 10_000_000n],
    ["NGN", "41250.00", ngn, 0, 25_000_000n],
    ["NGN", "1650.01", ngn, 0, 1_010_000n],
  ])("of %s %s at %s with %d bps is %d micro-USDT", (currency, amount, rate, spread, micros) => {
    expect(quote(currency, amount, rate, spread)).toBe(micros);
  });

  it("is refused when rounding would add more than 1 %, or when it is more than a payment can ask for", () => {
    expect(quote("IRR", "0.01", "0.0000237")).toBe("too_small");
    expect(quote("IRR", "100", "0.0000237")).toBe(2_370n);
    expect(quote("EUR", "999999999999.99", "1.0895")).toBe("too_large");
    expect(quote("USD", "999999999.99", "1")).toBe(MAX_MICROS - 9_999n);
  });

  it("never leaves the merchant short, nor takes more than the rounding from the customer", () => {
    const rates = fc.tuple(fc.bigInt(1n, 10n ** 18n), fc.integer({ min: 0, max: 16 }));
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 9n),
        fc.constantFrom(0, 2, 3),
        rates,
        fc.integer({ min: 0, max: 1_000 }),
        (minor, decimals, [digits, scale], spreadBps) => {
          const text = digits.toString().padStart(scale + 1, "0");
          const rate = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
          const micros = quoteMicros({ minor, decimals, rate, spreadBps });
          if (typeof micros === "string") return;
          // both sides of micros / 10^6 ≥ minor × rate × (1 + spread), as integers
          const asked = micros * 10n ** BigInt(decimals + scale) * 10_000n;
          const due = minor * digits * BigInt(10_000 + spreadBps) * 1_000_000n;
          expect(asked).toBeGreaterThanOrEqual(due);
          expect((asked - due) * 100n).toBeLessThanOrEqual(due);
          const step =
            (due < 10n ** BigInt(decimals + scale) * 10_000n * 1_000_000n ? 1n : 10_000n) *
            10n ** BigInt(decimals + scale) *
            10_000n;
          expect(asked - due).toBeLessThan(step);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("of the units for a round number of USDT is that number, whatever the rate", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 1_000 }), (cents, usdt) => {
        const rate = readRate(decimalFromMinor(BigInt(cents), 2), "units_per_usdt") ?? "";
        const micros = quoteMicros({ minor: BigInt(cents) * BigInt(usdt), decimals: 2, rate, spreadBps: 0 });
        expect(micros).toBe(BigInt(usdt) * 1_000_000n);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is worth its price again at its rate, as far as minor units go", () => {
    expect(valueMinor(27_128_550n, { decimals: 2, rate: "1.0895" })).toBe(2_490n);
    expect(valueMinor(1_000_000n, { decimals: 0, rate: "0.0067" })).toBe(149n);
    expect(valueMinor(10_000_000n, { decimals: 2, rate: ngn })).toBe(1_650_000n);
  });
});

describe("a rate", () => {
  it.each([
    ["1.0895", "usdt_per_unit", "1.0895"],
    ["1650", "units_per_usdt", "0.000606060606060606060606060"],
    ["1", "units_per_usdt", "1"],
    ["0.00000000000100", "usdt_per_unit", "0.000000000001"],
    ["999999", "usdt_per_unit", "999999"],
    ["0", "usdt_per_unit", null],
    ["0.000", "units_per_usdt", null],
    ["-1", "usdt_per_unit", null],
    ["1e308", "usdt_per_unit", null],
    ["1,08", "usdt_per_unit", null],
    ["null", "usdt_per_unit", null],
    ["NaN", "usdt_per_unit", null],
    ["Infinity", "usdt_per_unit", null],
    ["", "usdt_per_unit", null],
    ["1000000", "usdt_per_unit", null],
    ["0.0000000000001", "usdt_per_unit", null],
    ["0.0000001", "units_per_usdt", null],
  ] as const)("%s, %s, is stored as %s", (text, way, rate) => {
    expect(readRate(text, way)).toBe(rate === null ? null : rate.replace(/(\.\d*?)0+$/, "$1"));
  });

  it("is shown both ways", () => {
    expect([displayRate("1.0895"), unitsPerUsdt("1.0895")]).toEqual(["1.0895", "0.91785223"]);
    expect([displayRate(ngn), unitsPerUsdt(ngn)]).toEqual(["0.00060606061", "1650"]);
    expect([displayRate("1"), unitsPerUsdt("1")]).toEqual(["1", "1"]);
    expect(unitsPerUsdt("0.0000237")).toBe("42194.093");
  });

  it("keeps at least 12 significant digits whatever is typed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 ** 9 }), fc.integer({ min: 0, max: 6 }), (units, places) => {
        const typed = decimalFromMinor(BigInt(units), places);
        const rate = readRate(typed, "units_per_usdt");
        // too small to be a rate of any currency
        if (rate === null) return;
        expect(Number(unitsPerUsdt(rate, 12))).toBeCloseTo(Number(typed), 12);
      }),
    );
  });

  it.each([
    ["1.1", "1", 1_000n],
    ["0.9", "1", 1_000n],
    ["1", "1", 0n],
    ["1.0895", "1.0896", 0n],
    ["2", "1", 10_000n],
  ])("%s differs from %s by %d bps", (rate, other, bps) => expect(differenceBps(rate, other)).toBe(bps));
});
