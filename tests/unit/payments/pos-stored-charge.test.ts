import { describe, expect, it } from "vitest";
import {
  chargedAmounts,
  isResendable,
  parseStoredCharge,
  type StoredCharge,
  storedText,
} from "@/lib/payments/pos/stored-charge";

const CHARGE: StoredCharge = {
  chargeId: "3f0f3c1e-6a0b-4b0e-9f6e-8f1d3a2b4c5d",
  unit: "USDT",
  amount: "11.00",
  tip: "1.00",
  tipPercent: 9.1,
  reference: "Table 4",
  madeAtMs: 1_000,
  paymentId: null,
};
const { tipPercent: _, ...EARLIER } = CHARGE;
const EUROS: StoredCharge = { ...CHARGE, unit: "EUR" };
/** as versions have stored it that know only USDT */
const { unit: _unit, ...BARE } = CHARGE;
const { amount: _amount, tip: _tip, ...NO_AMOUNTS } = BARE;
const PRICE = { currency: "EUR", amount: "11.00", tip: "1.00" };

describe("a charge that a device has stored", () => {
  it.each([CHARGE, EARLIER, { ...CHARGE, paymentId: "A" }, EUROS])("is read as it was written: %j", (charge) => {
    expect(parseStoredCharge(storedText(charge))).toEqual(charge);
  });

  it("in USDT is stored as earlier versions store and read it", () => {
    expect(JSON.parse(storedText(CHARGE))).toEqual(BARE);
    expect(parseStoredCharge(JSON.stringify(BARE))).toEqual(CHARGE);
    expect(chargedAmounts(CHARGE)).toEqual({ amount: "11.00", tip: "1.00" });
  });

  it("in a currency has no amount that a version that knows only USDT would charge", () => {
    expect(JSON.parse(storedText(EUROS))).toEqual({ ...NO_AMOUNTS, price: PRICE });
    expect(chargedAmounts(EUROS)).toEqual({ price: PRICE });
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "[]",
    '"text"',
    ...[{ chargeId: 1 }, { amount: 11 }, { tip: null }, { tipPercent: "9" }, { reference: 4 }, { madeAtMs: "1" }].map(
      (wrong) => JSON.stringify({ ...BARE, ...wrong }),
    ),
    JSON.stringify({ ...BARE, paymentId: undefined }),
    JSON.stringify({ ...BARE, price: PRICE }),
    JSON.stringify(NO_AMOUNTS),
    ...[null, "x", {}, { ...PRICE, currency: "XXX" }, { ...PRICE, currency: "USDT" }, { ...PRICE, amount: 11 }].map(
      (price) => JSON.stringify({ ...NO_AMOUNTS, price }),
    ),
  ])("is none if it is anything else: %s", (text) => {
    expect(parseStoredCharge(text)).toBeNull();
  });

  it("is resent for 20 hours, which the server recognises", () => {
    const limitMs = CHARGE.madeAtMs + 20 * 3_600_000;
    expect([isResendable(CHARGE, limitMs), isResendable(CHARGE, limitMs + 1)]).toEqual([true, false]);
    // a clock that was set back
    expect(isResendable(CHARGE, 0)).toBe(true);
  });
});
