import { describe, expect, it } from "vitest";
import {
  decimalSign,
  ENTRY_KEYS,
  type EntryKey,
  formatAmount,
  formatInOther,
  formatLimit,
  formatTyped,
  localizeAmount,
  localizePrice,
  percentOf,
  percentOfTip,
  pressKey,
  tipOf,
  typedAmount,
} from "@/lib/payments/pos/entry";
import { findUnit, type KeypadPrice, toMicros, type Unit, USDT } from "@/lib/payments/pos/unit";
import { displayLimit, priceWithin } from "@/lib/payments/prices/price-within";
import { quoteMicros } from "@/lib/payments/prices/quote";
import { fc } from "@/tests/support/property";

const type = (...keys: EntryKey[]) => typeIn(USDT, ...keys);
const typeIn = (unit: Unit, ...keys: EntryKey[]) => keys.reduce((text, key) => pressKey(text, key, unit), "");
const unitOf = (code: string) => findUnit(code) as Unit;
const [EUR, JPY, KWD] = ["EUR", "JPY", "KWD"].map(unitOf) as [Unit, Unit, Unit];

describe("typing an amount", () => {
  it("goes as on a calculator", () => {
    expect(type("1", "2", ".", "5")).toBe("12.5");
    expect(type(".", "5")).toBe("0.5");
    expect(type("0", "0", "7")).toBe("7");
    expect(type("00", "5")).toBe("5");
    expect(type("1", "00")).toBe("100");
    expect(type("1", ".", ".", "2")).toBe("1.2");
    expect(type("1", ".", "back", "2")).toBe("12");
    expect(type("back", "clear")).toBe("");
    expect(type("4", "2", "clear", "7")).toBe("7");
  });

  it("stops at nine whole digits and six places", () => {
    const whole = Array<EntryKey>(12).fill("9");
    const places = Array<EntryKey>(8).fill("1");
    expect(type(...whole, ".", ...places)).toBe("999999999.111111");
    expect(type(...Array<EntryKey>(8).fill("9"), "00")).toBe("999999990");
  });

  it("never makes a text that is no amount, whatever is pressed", () => {
    let seed = 7;
    const any = () => {
      seed = (seed * 16_807) % 2_147_483_647;
      return ENTRY_KEYS[seed % ENTRY_KEYS.length] as EntryKey;
    };
    let text = "";
    for (let presses = 0; presses < 20_000; presses++) {
      text = pressKey(text, any(), USDT);
      expect(text).toMatch(/^$|^(0|[1-9]\d{0,8})(\.\d{0,6})?$/);
    }
  });

  it("is exact in micro-USDT and shown as typed", () => {
    expect([typedAmount("", USDT), typedAmount("12.", USDT), typedAmount("0.000001", USDT)]).toEqual([
      0n,
      12_000_000n,
      1n,
    ]);
    expect([formatTyped(""), formatTyped("1234."), formatTyped("1234567.50")]).toEqual(["0", "1,234.", "1,234,567.50"]);
  });

  it("can be charged from a millionth up to the largest payment, the tip included", () => {
    expect([toMicros(0n, USDT, null), toMicros(1n, USDT, null)]).toEqual([null, 1n]);
    expect(toMicros(999_999_999_999_999n, USDT, null)).toBe(999_999_999_999_999n);
    expect(toMicros(1_000_000_000_000_000n, USDT, null)).toBeNull();
  });
});

describe("a tip", () => {
  it("is rounded to the cent, half a cent up", () => {
    expect(tipOf(12_500_000n, 10, USDT)).toBe(1_250_000n);
    expect(tipOf(12_340_000n, 15, USDT)).toBe(1_850_000n);
    expect(tipOf(100_000n, 5, USDT)).toBe(10_000n);
    expect(tipOf(90_000n, 5, USDT)).toBe(0n);
    expect(tipOf(20_000_000n, 12.5, USDT)).toBe(2_500_000n);
    expect(tipOf(12_500_000n, 0, USDT)).toBe(0n);
  });

  it("tells its percentage again", () => {
    for (const percent of [0, 0.1, 5, 10, 12.5, 15, 100]) {
      expect(percentOfTip(48_200_000n, tipOf(48_200_000n, percent, USDT), USDT)).toBe(percent);
    }
    expect([
      percentOfTip(0n, 0n, USDT),
      percentOfTip(1_000_000n, 1n, USDT),
      percentOfTip(1_000_000n, 3_000_000n, USDT),
    ]).toEqual([0, 0, 0]);
  });

  it("of one's own is 0 to 100 per cent, with either decimal sign", () => {
    expect(["12", "12.5", "12,5", " 7 ", "100"].map(percentOf)).toEqual([12, 12.5, 12.5, 7, 100]);
    for (const wrong of ["101", "150", "0.25", "1.25", "-5", "5%", "1e1", "."]) expect(percentOf(wrong)).toBeNull();
  });

  it("of one's own is valid at every step of typing it", () => {
    expect(["", "0", "0,", "0,5"].map(percentOf)).toEqual([0, 0, 0, 0.5]);
    expect(["1", "12", "12.", "12.5"].map(percentOf)).toEqual([1, 12, 12, 12.5]);
  });
});

describe("the reader's manner", () => {
  it("has one of the two signs that stand on keypads", () => {
    expect(["en-GB", "de-DE", "fr-FR", "pt-BR", "ar-EG", "zh-CN"].map(decimalSign)).toEqual([
      ".",
      ",",
      ",",
      ",",
      ".",
      ".",
    ]);
  });

  it("keeps thousands apart without a second sign to mistake", () => {
    expect(localizeAmount("1,234.50", ".")).toBe("1,234.50");
    expect(localizeAmount("1,234,567.50", ",")).toBe("1\u00a0234\u00a0567,50");
    expect(formatAmount(12_500_000n, ",")).toBe("12,50");
  });
});

const EUROS: KeypadPrice = { currency: "EUR", rate: { rate: "1.0895", spreadBps: 0 } };
const YEN: KeypadPrice = { currency: "JPY", rate: { rate: "0.0067", spreadBps: 50 } };

describe("an amount in a currency", () => {
  it("has the decimals of the currency, and none where it has none", () => {
    expect(typeIn(EUR, "2", "4", ".", "9", "0", "5")).toBe("24.90");
    expect(typeIn(KWD, "1", ".", "2", "5", "0", "5")).toBe("1.250");
    expect(typeIn(JPY, "2", ".", "5", "00")).toBe("2500");
    expect(typeIn(EUR, ...Array<EntryKey>(14).fill("9"), ".", "00", "7")).toBe("999999999999.00");
    expect([typedAmount("24.9", EUR), typedAmount("24.", EUR), typedAmount("", EUR)]).toEqual([2_490n, 2_400n, 0n]);
    expect([typedAmount("0.", EUR), typedAmount("0.00", EUR), typedAmount("2500", JPY)]).toEqual([0n, 0n, 2_500n]);
  });

  it("has a tip that is rounded to its cent or yen", () => {
    expect([tipOf(2_490n, 10, EUR), tipOf(2_495n, 10, EUR), tipOf(995n, 10, JPY)]).toEqual([249n, 250n, 100n]);
    expect(percentOfTip(2_495n, 250n, EUR)).toBe(10);
  });

  it("costs what the server quotes it at, and can't be charged without a rate or in another currency", () => {
    expect(toMicros(2_490n, EUR, EUROS)).toBe(27_130_000n);
    expect(toMicros(1n, JPY, YEN)).toBe(6_734n);
    expect(toMicros(0n, EUR, EUROS)).toBeNull();
    for (const price of [null, YEN, { ...EUROS, rate: null }]) expect(toMicros(2_490n, EUR, price)).toBeNull();
    // more than a payment can ask for, and too little to be rounded up
    expect(toMicros(99_999_999_999_999n, EUR, EUROS)).toBeNull();
    expect(toMicros(1n, EUR, { currency: "EUR", rate: { rate: "0.00000001", spreadBps: 0 } })).toBeNull();
  });

  it("is shown in the other unit too, with the reader's decimal sign", () => {
    expect(formatInOther(27_130_000n, EUR, EUROS, ",")).toBe("27,13\u00a0USDT");
    expect(formatInOther(24_900_000n, USDT, EUROS, ".")).toBe("22.85\u00a0€");
    expect(formatInOther(24_900_000n, USDT, { ...EUROS, rate: null }, ".")).toBeNull();
    expect(localizePrice("1,234.50 €", ",")).toBe("1\u00a0234,50\u00a0€");
    expect(formatAmount(2_500n, ".", JPY)).toBe("2,500");
  });

  it("has limits in both units, which a price at the limit keeps", () => {
    expect(formatLimit(545_000_000n, EUR, EUROS, ".")).toBe("500.22\u00a0€ (545.00\u00a0USDT)");
    for (const [unit, price] of [
      [USDT, EUROS] as const,
      [EUR, null] as const,
      [EUR, { ...EUROS, rate: null }] as const,
    ])
      expect(formatLimit(545_000_000n, unit, price, ".")).toBe("545.00\u00a0USDT");
    expect(displayLimit(10_000_000n, { currency: "JPY", rate: "0.0067", spreadBps: 50 })).toBe(
      "1,485 JPY (10.00 USDT)",
    );
    expect(displayLimit(10_000_000n, null)).toBe("10.00 USDT");
  });

  it("within a limit is the largest that is quoted at no more", () => {
    const rate = fc.constantFrom("1.0895", "0.0067", "0.000606060606060606060606", "3.2512", "1");
    const asked = fc.record({ micros: fc.bigInt(1n, 10_000_000_000n), rate, spreadBps: fc.nat(2_000) });
    fc.assert(
      fc.property(asked, fc.constantFrom(EUR, JPY, KWD), ({ micros, ...rated }, { code, decimals }) => {
        const { minor } = priceWithin(micros, { currency: code, ...rated });
        const quoted = (of: bigint) => quoteMicros({ minor: of, decimals, ...rated });
        const most = minor === 0n ? 0n : quoted(minor);
        expect(typeof most === "string" || most <= micros).toBe(true);
        const more = quoted(minor + 1n);
        expect(typeof more === "string" || more > micros).toBe(true);
      }),
    );
  });
});
