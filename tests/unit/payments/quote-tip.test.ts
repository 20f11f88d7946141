import { expect, it } from "vitest";
import { decimalsOf } from "@/lib/base/values/currencies";
import { quoteMicros } from "@/lib/payments/prices/quote";
import { quoteTipMicros } from "@/lib/payments/prices/quote-tip";
import { fc } from "@/tests/support/property";

const eur = { currency: "EUR", minor: 2_739n, rate: "1.0895", source: "manual", spreadBps: 0 } as const;

it("a tip is rounded to the cent, below 1 USDT to the last decimal", () => {
  expect(quoteTipMicros(249n, eur, 29_850_000n)).toBe(2_710_000n);
  expect(quoteTipMicros(90n, eur, 29_850_000n)).toBe(980_550n);
  expect(quoteTipMicros(100n, { ...eur, currency: "JPY", rate: "0.0067", spreadBps: 50 }, 7_410_000n)).toBe(673_350n);
});

it("a tip is less than the whole, and off by less than a cent, whatever the rate", () => {
  const rate = fc.constantFrom("1.0895", "0.0067", "0.000606060606060606060606", "3.2512", "1");
  const asked = fc.record({
    sale: fc.bigInt(1n, 10_000_000n),
    tip: fc.bigInt(1n, 10_000_000n),
    rate,
    spreadBps: fc.nat(2_000),
    currency: fc.constantFrom("EUR", "JPY", "KWD"),
  });
  fc.assert(
    fc.property(asked, ({ sale, tip, ...rated }) => {
      const quote = { ...rated, minor: sale + tip, source: "manual" } as const;
      const decimals = decimalsOf(rated.currency) ?? 0;
      const total = quoteMicros({ ...quote, decimals });
      const alone = quoteMicros({ ...quote, minor: tip, decimals });
      if (typeof total === "string" || typeof alone === "string") return;
      const micros = quoteTipMicros(tip, quote, total);
      expect(micros).toBeLessThan(total);
      expect(alone - micros).toBeGreaterThanOrEqual(0n);
      expect(alone - micros).toBeLessThanOrEqual(10_000n);
    }),
  );
});
