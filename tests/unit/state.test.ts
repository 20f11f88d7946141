import { describe, expect, it } from "vitest";
import { creditTransfer, type IntentStatus } from "@/lib/intents/state";

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
