import { describe, expect, it } from "vitest";
import {
  decimalSign,
  ENTRY_KEYS,
  type EntryKey,
  formatAmount,
  formatTyped,
  isChargeable,
  localizeAmount,
  percentOf,
  percentOfTip,
  pressKey,
  tipMicros,
  typedMicros,
} from "@/lib/payments/pos/entry";

const type = (...keys: EntryKey[]) => keys.reduce(pressKey, "");

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
      text = pressKey(text, any());
      expect(text).toMatch(/^$|^(0|[1-9]\d{0,8})(\.\d{0,6})?$/);
    }
  });

  it("is exact in micro-USDT and shown as typed", () => {
    expect([typedMicros(""), typedMicros("12."), typedMicros("0.000001")]).toEqual([0n, 12_000_000n, 1n]);
    expect([formatTyped(""), formatTyped("1234."), formatTyped("1234567.50")]).toEqual(["0", "1,234.", "1,234,567.50"]);
  });

  it("can be charged from a millionth up to the largest payment, the tip included", () => {
    expect([isChargeable(0n), isChargeable(1n)]).toEqual([false, true]);
    expect([isChargeable(999_999_999_999_999n), isChargeable(1_000_000_000_000_000n)]).toEqual([true, false]);
  });
});

describe("a tip", () => {
  it("is rounded to the cent, half a cent up", () => {
    expect(tipMicros(12_500_000n, 10)).toBe(1_250_000n);
    expect(tipMicros(12_340_000n, 15)).toBe(1_850_000n);
    expect(tipMicros(100_000n, 5)).toBe(10_000n);
    expect(tipMicros(90_000n, 5)).toBe(0n);
    expect(tipMicros(20_000_000n, 12.5)).toBe(2_500_000n);
    expect(tipMicros(12_500_000n, 0)).toBe(0n);
  });

  it("tells its percentage again", () => {
    for (const percent of [0, 0.1, 5, 10, 12.5, 15, 100]) {
      expect(percentOfTip(48_200_000n, tipMicros(48_200_000n, percent))).toBe(percent);
    }
    expect([percentOfTip(0n, 0n), percentOfTip(1_000_000n, 1n), percentOfTip(1_000_000n, 3_000_000n)]).toEqual([
      0, 0, 0,
    ]);
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
