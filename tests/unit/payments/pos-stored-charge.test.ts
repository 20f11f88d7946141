import { describe, expect, it } from "vitest";
import { isResendable, parseStoredCharge, type StoredCharge } from "@/lib/payments/pos/stored-charge";

const CHARGE: StoredCharge = {
  chargeId: "3f0f3c1e-6a0b-4b0e-9f6e-8f1d3a2b4c5d",
  amount: "11.00",
  tip: "1.00",
  tipPercent: 9.1,
  reference: "Table 4",
  madeAtMs: 1_000,
  paymentId: null,
};
const { tipPercent: _, ...EARLIER } = CHARGE;

describe("a charge that a device has stored", () => {
  it.each([CHARGE, EARLIER, { ...CHARGE, paymentId: "A" }])("is read as it was written: %j", (charge) => {
    expect(parseStoredCharge(JSON.stringify(charge))).toEqual(charge);
  });

  it.each([
    null,
    "",
    "{",
    "null",
    "[]",
    '"text"',
    ...[{ chargeId: 1 }, { amount: 11 }, { tip: null }, { tipPercent: "9" }, { reference: 4 }, { madeAtMs: "1" }].map(
      (wrong) => JSON.stringify({ ...CHARGE, ...wrong }),
    ),
    JSON.stringify({ ...CHARGE, paymentId: undefined }),
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
