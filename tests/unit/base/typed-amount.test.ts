import { describe, expect, it } from "vitest";
import { decimalFromMicros, displayAmount } from "@/lib/base/values/money";
import { typedAmount } from "@/lib/base/values/typed-amount";
import { possibleAmounts, readTypedAmount } from "@/lib/base/values/typed-number";
import { UpdateCapInput } from "@/lib/business/merchants/update";
import { UpdateTerminalInput } from "@/lib/business/terminals/schemas";
import { PrepareRefundInput } from "@/lib/payments/attention/prepare-refund";
import { MemberChargeInput } from "@/lib/payments/pos/charge-as-member";
import { SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { fc } from "@/tests/support/property";

const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";

describe("a typed amount", () => {
  it.each([
    ["12.5", "12.5"],
    [" 1000 ", "1000"],
    ["1.000", "1.000"],
    ["12,5", "12.5"],
    ["12,50", "12.50"],
    ["0,0001", "0.0001"],
    ["1,000001", "1.000001"],
    ["0,125", "0.125"],
    ["1234,567", "1234.567"],
    ["1,234.5", "1234.5"],
    ["1,234.567", "1234.567"],
    ["1,234,567", "1234567"],
    ["999,999,999.999999", "999999999.999999"],
    ["25 000", "25000"],
    ["1\u00a0234,50", "1234.50"],
    ["1\u202f234\u202f567,125", "1234567.125"],
  ])("%s is %s", (text, decimal) => {
    expect(readTypedAmount(text)).toEqual({ decimal });
  });

  it.each([
    ["1,000", "1000", "1.000"],
    ["25,000", "25000", "25.000"],
    ["999,999", "999999", "999.999"],
  ])("%s may be %s or %s", (text, thousands, fraction) => {
    expect(readTypedAmount(text)).toEqual({ either: [thousands, fraction] });
  });

  const Amount = typedAmount({ least: 1n, error: "wrong" });
  it.each(
    [
      ",50",
      "12,",
      "1,23.45",
      "12,34,567",
      "1,234,5",
      "0,123,456",
      "1,,000",
      "1.234,50",
      "1.234.567",
      "1,0000000",
    ].concat(["12 50", "1 000 00", "1 1 234", "1234 567", "-5", "1e3", "", "0", "0,00", "1,000,000,000"]),
  )("%s is refused", (text) => {
    expect(Amount.safeParse(text).error?.issues[0]?.message).toBe("wrong");
  });

  it("comes back the same from any form in which it is shown", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 999_999_999_999_999n), (micros) => {
        expect(Amount.parse(decimalFromMicros(micros))).toBe(micros);
        expect(Amount.parse(displayAmount(micros))).toBe(micros);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Each amount field of the dashboard: what it takes a text for, in micro-USDT, or what it says. */
const FIELDS: [string, (text: string) => { data?: unknown; said?: string }][] = [
  ["a new payment", (amount) => said(newPayment(amount), "amountMicros")],
  ["a refund", (amount) => said(PrepareRefundInput.safeParse({ itemId: ID, to: "T", amount }), "amount")],
  ["a sweep's minimum balance", (threshold) => said(SweepInput.safeParse({ to: "T", threshold }), "threshold")],
  ["the daily cap", (cap) => said(UpdateCapInput.safeParse({ cap }), "cap")],
  ["a charge limit", (chargeLimit) => said(UpdateTerminalInput.safeParse({ ...TERMINAL, chargeLimit }), "chargeLimit")],
  ["a tolerance", (tolerance) => said(UpdateTerminalInput.safeParse({ ...TERMINAL, tolerance }), "tolerance")],
];
const TERMINAL = { terminalId: ID, name: "Bar", timeZone: "UTC", businessDayStart: "00:00", intentLifeMinutes: 30 };

function newPayment(amount: string): Parsed {
  const { data, error } = MemberChargeInput.safeParse({ terminalId: ID, chargeId: ID, amount });
  return { ...(data && { data: data.sale }), ...(error && { error }) };
}

type Parsed = { data?: object; error?: { issues: { message: string }[] } };

function said({ data, error }: Parsed, field: string) {
  const value = data && (data as Record<string, unknown>)[field];
  return { data: typeof value === "bigint" ? decimalFromMicros(value) : value, said: error?.issues[0]?.message };
}

describe.each(FIELDS)("the field of %s", (_name, read) => {
  it("reads a comma before one, two or four to six digits as a decimal sign", () => {
    expect(["12,5", "12,50", "12,0001"].map((text) => read(text).data)).toEqual(["12.5", "12.5", "12.0001"]);
  });

  it("refuses a comma that may be either, and says how to write both", () => {
    expect(read("1,000").said).toBe("Enter 1000 or 1.000, without a comma.");
  });

  it("refuses anything else with an example", () => {
    for (const text of ["12 thousand", "1,23.45", "1e3", "12.1234567"]) expect(read(text).said).toMatch(/for example/);
  });
});

it("an amount may be the most that a field takes, and no more", () => {
  const Amount = typedAmount({ least: 2_000_000n, most: 5_000_000n, error: "wrong" });
  const reads = ["1.999999", "2", "5", "5.000001"].map((text) => Amount.safeParse(text).data);
  expect(reads).toEqual([undefined, 2_000_000n, 5_000_000n, undefined]);
});

it("groups of thousands are read in every field that takes as much", () => {
  const large = FIELDS.filter(([name]) => name !== "a tolerance");
  for (const [name, read] of large) {
    expect([read("1,234.50").data, read("1,234,567").data], name).toEqual(["1234.5", "1234567"]);
  }
});

it("an empty cap is no cap", () => {
  expect(UpdateCapInput.parse({ cap: " " })).toEqual({ cap: "" });
});

describe("a searched amount", () => {
  it.each<[string, bigint[]]>([
    ["12.5", [12_500_000n]],
    ["12,50", [12_500_000n]],
    ["1,234.50", [1_234_500_000n]],
    ["12,345,678.9", [12_345_678_900_000n]],
    ["12.345.678,9", [12_345_678_900_000n]],
    ["1.234,50 USDT", [1_234_500_000n]],
    ["1\u00a0234\u202f567 usdt", [1_234_567_000_000n]],
    ["1,234", [1_234_000_000n, 1_234_000n]],
    ["1.234", [1_234_000n, 1_234_000_000n]],
    ["0.000001", [1n]],
    ["999999999.999999", [999_999_999_999_999n]],
    ["1000000000", []],
    ["12.1234567", []],
    ["12,1234567", []],
    ["0", []],
    ["-5", []],
    ["1e3", []],
    ["5 usdt 0", []],
    ["x5", []],
  ])("%s may be %s", (text, amounts) => {
    expect(possibleAmounts(text)).toEqual(amounts);
  });
});
