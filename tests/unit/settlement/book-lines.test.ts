import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { compare, type NewLine, type Standing, type Value } from "@/lib/settlement/books/compare";
import {
  type PaymentFacts,
  paymentLines,
  type RefundFacts,
  refundLines,
  reversedValue,
  type TransferFacts,
  type Wanted,
} from "@/lib/settlement/books/lines";
import { sharesOf, valueAtRate } from "@/lib/settlement/books/value";
import { fc } from "@/tests/support/property";

const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);
const DAY = new Date("2026-03-01T12:00:00Z");
const PAID = new Date("2026-03-02T09:00:00Z");

function transfer(amountMicros: bigint, more: Partial<TransferFacts> = {}): TransferFacts {
  const facts = { network: "tron-mainnet", txHash: "0x1", logIndex: 0, address: "0xa", from: "0xb" };
  return {
    id: randomUUID(),
    ...facts,
    amountMicros,
    occurredAt: DAY,
    recordedAt: DAY,
    counted: true,
    isOwn: false,
    fromWallet: false,
    ...more,
  };
}

type Draft = { amount: bigint; parts: bigint[]; late?: bigint[]; minor?: bigint; isPaid?: boolean };

/** Paid by its last part, unless `isPaid` says otherwise. */
function payment({ amount, parts, late = [], minor, isPaid = true }: Draft): PaymentFacts {
  const transfers = parts.map((part) => transfer(part));
  return {
    id: randomUUID(),
    terminalId: randomUUID(),
    amountMicros: amount,
    transferId: isPaid ? (transfers.at(-1)?.id ?? null) : null,
    paidAt: isPaid ? PAID : null,
    price: minor === undefined ? null : { currency: "EUR", minor, rate: "1.0895" },
    transfers: [...transfers, ...late.map((part) => transfer(part, { counted: false }))],
  };
}

const value = (line: Wanted): Value => ({
  currency: "EUR",
  valueMinor: line.quoted?.minor ?? valueAtRate(line.micros, { currency: "EUR", rate: "1.1" }),
  rate: "1.1",
  rateSource: line.quoted ? "quote" : "manual",
  reversedValueMinor: null,
});

const stands = (lines: readonly Wanted[]) => lines.filter((line) => line.movedAt === null);
const micros = (lines: readonly { micros: bigint }[]) => sum(lines.map((line) => line.micros));

describe("the value of a line", () => {
  it.each([
    [27_130_000n, "EUR", "1.0895", 2490n],
    [1_000_000n, "JPY", "0.0067", 149n],
    [1_000_000n, "KWD", "3.25", 308n],
    [5_000n, "USD", "1", 1n],
    [4_999n, "USD", "1", 0n],
    [-5_000n, "USD", "1", -1n],
    [999_999_999_999_999n, "NGN", "0.000606060606060606060606060606", 165_000_000_000_000n],
  ])(
    "of %d micro-USDT in %s at %s is %d minor units, rounded half up by its size",
    (amount, currency, rate, expected) => {
      expect(valueAtRate(amount, { currency, rate })).toBe(expected);
      expect(valueAtRate(-amount, { currency, rate })).toBe(-valueAtRate(amount, { currency, rate }));
    },
  );

  it("of parts is never negative, and all of them are the whole", () => {
    const parts = fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 10n ** 14n }), parts, (whole, sizes) => {
        const shares = sharesOf(whole, sum(sizes), sizes);
        expect(sum(shares)).toBe(whole);
        expect(shares.every((share) => share >= 0n)).toBe(true);
      }),
    );
  });
});

const drafts = fc
  .record({
    parts: fc.array(fc.bigInt({ min: 1n, max: 10n ** 8n }), { minLength: 1, maxLength: 8 }),
    late: fc.array(fc.bigInt({ min: 1n, max: 10n ** 8n }), { maxLength: 3 }),
    minor: fc.bigInt({ min: 1n, max: 10n ** 6n }),
    excess: fc.bigInt({ min: -5n, max: 10n ** 7n }),
    isPaid: fc.boolean(),
  })
  .map(({ excess, ...draft }) => {
    const last = draft.parts.at(-1) as bigint;
    // what the completing part has too much, or too little within the tolerance
    return { ...draft, excess: excess >= last ? last - 1n : excess };
  });

describe("the lines of a payment", () => {
  it("24.90 € in two parts are 24.90 €, and what is over is overpaid", () => {
    const lines = paymentLines(payment({ amount: 27_130_000n, parts: [10_000_000n, 18_130_000n], minor: 2490n }));
    expect(lines.map(({ kind, micros: size, quoted, movedAt }) => [kind, size, quoted?.minor, movedAt])).toEqual([
      ["partial", 10_000_000n, 918n, PAID],
      ["sale", 10_000_000n, 918n, null],
      ["sale", 17_130_000n, 1572n, null],
      ["overpaid", 1_000_000n, undefined, null],
    ]);
    expect(lines.map(({ at }) => at)).toEqual([DAY, PAID, PAID, PAID]);
  });

  it("book each micro-USDT once; sales are the amount due, or less within the tolerance, and the price to the cent", () => {
    fc.assert(
      fc.property(drafts, ({ parts, late, minor, excess, isPaid }) => {
        const amount = sum(parts) - excess;
        const facts = payment({ amount, parts, late, minor, isPaid });
        const lines = stands(paymentLines(facts));
        expect(micros(lines)).toBe(micros(facts.transfers.map((one) => ({ micros: one.amountMicros }))));
        expect(lines.every((line) => line.micros > 0n)).toBe(true);
        const sales = lines.filter((line) => line.kind === "sale");
        expect(micros(sales)).toBe(isPaid ? (excess > 0n ? amount : sum(parts)) : 0n);
        expect(sum(sales.map((line) => line.quoted?.minor ?? 0n))).toBe(isPaid ? minor : 0n);
        expect(micros(lines.filter((line) => line.kind === "late"))).toBe(sum(late));
      }),
    );
  });

  it("are dated when they were found, if that is more than a day later", () => {
    const found = new Date("2026-03-20T00:00:00Z");
    const facts = payment({ amount: 5n, parts: [] });
    const late = transfer(1n, { counted: false, recordedAt: found });
    const soon = transfer(1n, { counted: false, recordedAt: new Date("2026-03-02T11:00:00Z") });
    const lines = paymentLines({ ...facts, transfers: [late, soon] });
    expect(lines.map(({ at, ratedAt }) => [at, ratedAt])).toEqual([
      [found, DAY],
      [DAY, DAY],
    ]);
  });
});

function refund(amountMicros: bigint, of: RefundFacts["of"] = null): RefundFacts {
  const about = { intentId: null, terminalId: null, to: null, outgoing: null, simulatedTxHash: "0x5" };
  return { id: randomUUID(), amountMicros, finalAt: PAID, of, ...about };
}

describe("the lines of refunds", () => {
  const facts = payment({ amount: 27_130_000n, parts: [10_000_000n, 18_130_000n], late: [2_000_000n], minor: 2490n });
  const lines = paymentLines(facts);
  const worth = lines.map((line) => ({ micros: line.micros, ...value(line) }));
  const given = (refunds: RefundFacts[]) =>
    refundLines(refunds, lines).map((line) => reversedValue(line, "EUR", worth));

  it("give back the excess for the excess, the sale for the sale, and the late one for itself", () => {
    const late = facts.transfers.at(-1) as TransferFacts;
    expect(
      given([refund(1_000_000n, "over"), refund(2_000_000n, { transferId: late.id }), refund(27_130_000n)]),
    ).toEqual([-91n, -182n, -2490n]);
  });

  it("give back all that was booked, in whatever parts", () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 5_000_000n }), { minLength: 1, maxLength: 30 }), (sizes) => {
        let left = 30_130_000n;
        const refunds = sizes.flatMap((size) => {
          const part = size < left ? size : left;
          left -= part;
          return part > 0n ? [refund(part)] : [];
        });
        if (left > 0n) refunds.push(refund(left));
        const values = given(refunds);
        expect(sum(values.map((one) => one ?? 0n))).toBe(-sum([918n, 1572n, 91n, 182n]));
        expect(values.every((one) => one !== null && one <= 0n)).toBe(true);
      }),
    );
  });

  it("have no such value without one of what they give back, in another currency, or beyond what came", () => {
    const [line] = refundLines([refund(28_000_000n)], lines);
    const missing = worth.map((one, index) => (index === 3 ? { ...one, valueMinor: null } : one));
    expect(reversedValue(line as Wanted, "EUR", missing)).toBeNull();
    expect(reversedValue(line as Wanted, "USD", worth)).toBeNull();
    expect(given([refund(99_000_000n)])).toEqual([null]);
  });
});

/** The lines that stand once others have been added. */
function add(standing: Standing[], added: readonly NewLine[], from: number): Standing[] {
  const numbered = added.map((line, index) => ({ ...line, number: from + index }));
  const reversed = new Set(
    numbered.flatMap(({ reverses }) =>
      reverses ? ["place" in reverses ? from + reverses.place : reverses.number] : [],
    ),
  );
  const fresh = numbered.filter((line) => line.reverses === null) as unknown as Standing[];
  return [...standing, ...fresh].filter((line) => !reversed.has(line.number));
}

describe("what is added to the books", () => {
  const NOW = new Date("2026-04-01T00:00:00Z");
  const book = (standing: Standing[], wanted: readonly Wanted[], values = wanted.map(value)) =>
    compare(wanted, values, { standing, now: NOW });

  it("is nothing, once everything stands as it should", () => {
    fc.assert(
      fc.property(drafts, ({ parts, late, minor, excess, isPaid }) => {
        const wanted = paymentLines(payment({ amount: sum(parts) - excess, parts, late, minor, isPaid }));
        const { added } = book([], wanted);
        const standing = add([], added, 1);
        expect(micros(standing)).toBe(micros(stands(wanted)));
        expect(micros(added)).toBe(micros(standing));
        expect(book(standing, wanted).added).toEqual([]);
      }),
    );
  });

  it("is the same whether a payment was booked before it was paid or not", () => {
    const paid = payment({ amount: 27_130_000n, parts: [10_000_000n, 18_130_000n], minor: 2490n });
    const before = { ...paid, paidAt: null, transferId: null, transfers: paid.transfers.slice(0, 1) };
    const first = book([], paymentLines(before)).added;
    const second = book(add([], first, 1), paymentLines(paid)).added;
    const said = (line: NewLine) => [line.kind, line.micros, line.valueMinor, line.occurredAt, line.reverses !== null];
    expect([...first, ...second].map(said)).toEqual(book([], paymentLines(paid)).added.map(said));
  });

  it("is a correction of today, if a value is known after all", () => {
    const wanted = paymentLines(payment({ amount: 10n ** 7n, parts: [10n ** 7n] }));
    const none = { currency: "EUR", valueMinor: null, rate: null, rateSource: null, reversedValueMinor: null };
    const standing = add([], book([], wanted, [none]).added, 1);
    const filled: Value = { ...none, valueMinor: 900n, rate: "1.11", rateSource: "filled" };
    const { added } = book(standing, wanted, [filled]);
    expect(added.map((line) => [line.kind, line.micros, line.valueMinor, line.occurredAt, line.reverses])).toEqual([
      ["sale", -(10n ** 7n), null, NOW, { number: 1 }],
      ["sale", 10n ** 7n, 900n, NOW, null],
    ]);
    const corrected = add(standing, added, 2);
    expect(book(corrected, wanted, [{ ...filled, valueMinor: 901n, rate: "1.1" }]).added).toHaveLength(2);
    expect(book(corrected, wanted, [filled]).added).toEqual([]);
    // what a source says later doesn't change it
    expect(book(corrected, wanted, [{ ...filled, valueMinor: 950n, rateSource: "url" }]).added).toEqual([]);
  });
});
