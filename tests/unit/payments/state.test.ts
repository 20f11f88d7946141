import { describe, expect, it } from "vitest";
import {
  creditTransfer,
  INTENT_STATUSES,
  type IntentStatus,
  isTerminal,
  remainingMicros,
  takesRefundAddress,
  uncountedKind,
} from "@/lib/payments/intents/state";

const expiresAt = new Date("2026-03-01T12:00:00Z");
const pending = {
  status: "pending" as IntentStatus,
  amountMicros: 10n,
  toleranceMicros: 0n,
  receivedMicros: 0n,
  expiresAt,
};
const tolerant = { ...pending, toleranceMicros: 2n };
const at = (text: string, amountMicros = 10n) => ({ amountMicros, occurredAt: new Date(text) });

it("the states are pending and three that are final", () => {
  expect(INTENT_STATUSES.map((status) => [status, isTerminal(status)])).toEqual([
    ["pending", false],
    ["paid", true],
    ["expired", true],
    ["cancelled", true],
  ]);
});

describe("what remains to be paid", () => {
  it.each([
    // of 10 with a tolerance, received, detected, remaining
    [0n, 0n, 0n, 10n],
    [0n, 4n, 0n, 6n],
    [0n, 4n, 5n, 1n],
    [0n, 4n, 6n, 0n],
    [0n, 11n, 0n, 0n],
    [2n, 7n, 0n, 3n],
    [2n, 8n, 0n, 0n],
    [2n, 1n, 7n, 0n],
  ])("with a tolerance of %d, %d received and %d detected is %d", (toleranceMicros, receivedMicros, detected, rest) => {
    expect(remainingMicros({ amountMicros: 10n, toleranceMicros, receivedMicros }, detected)).toBe(rest);
  });

  it("deducts nothing that is only detected, unless it is told of it", () => {
    expect(remainingMicros({ amountMicros: 10n, toleranceMicros: 0n, receivedMicros: 4n })).toBe(6n);
  });
});

it("a transfer that doesn't count is named for what the payment was", () => {
  expect(INTENT_STATUSES.map(uncountedKind)).toEqual(["late", "after_paid", "late", "after_cancel"]);
});

describe("credit", () => {
  it.each([
    ["the exact amount", pending, at("2026-03-01T11:00:00Z"), true, 10n, true],
    ["a part", pending, at("2026-03-01T11:00:00Z", 4n), true, 4n, false],
    ["the rest", { ...pending, receivedMicros: 4n }, at("2026-03-01T11:00:00Z", 6n), true, 10n, true],
    ["too much", pending, at("2026-03-01T11:00:00Z", 11n), true, 11n, true],
    ["all but what may be missing", tolerant, at("2026-03-01T11:00:00Z", 8n), true, 8n, true],
    ["a millionth less than that", tolerant, at("2026-03-01T11:00:00Z", 7n), true, 7n, false],
    ["more than asked, tolerance or not", tolerant, at("2026-03-01T11:00:00Z", 11n), true, 11n, true],
    ["the last second of grace", pending, at("2026-03-01T12:01:00Z"), true, 10n, true],
    ["after the grace", pending, at("2026-03-01T12:01:00.001Z"), false, 0n, false],
    ["after it was paid", { ...pending, status: "paid" as const }, at("2026-03-01T11:00:00Z"), false, 0n, false],
    ["after it expired", { ...pending, status: "expired" as const }, at("2026-03-01T11:00:00Z"), false, 0n, false],
    [
      "after a cancellation",
      { ...pending, status: "cancelled" as const },
      at("2026-03-01T11:00:00Z"),
      false,
      0n,
      false,
    ],
  ])("%s", (_what, intent, transfer, counted, receivedMicros, completes) => {
    expect(creditTransfer(intent, transfer)).toEqual({ counted, receivedMicros, completes });
  });
});

describe("a refund address is taken", () => {
  const ended = (status: IntentStatus, receivedMicros: bigint, uncountedMicros = 0n) =>
    takesRefundAddress({ status, amountMicros: 10n, receivedMicros, uncountedMicros });

  it.each<[string, IntentStatus, bigint, bigint, boolean]>([
    ["late", "expired", 0n, 10n, true],
    ["after a cancellation", "cancelled", 0n, 10n, true],
    ["after it was paid", "paid", 10n, 4n, true],
    ["in part, and it expired", "expired", 4n, 0n, true],
    ["in part, and it was cancelled", "cancelled", 4n, 0n, true],
    ["too much", "paid", 11n, 0n, true],
    ["exactly", "paid", 10n, 0n, false],
    ["within the tolerance", "paid", 9n, 0n, false],
    ["not at all, and it expired", "expired", 0n, 0n, false],
    ["not at all, and it was cancelled", "cancelled", 0n, 0n, false],
    ["in part, and the rest may still come", "pending", 4n, 0n, false],
    ["after the deadline, and the end isn't known yet", "pending", 0n, 10n, false],
  ])("when money came %s: as listed", (_what, status, received, uncounted, takes) => {
    expect(ended(status, received, uncounted)).toBe(takes);
  });
});
