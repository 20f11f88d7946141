import { expect, it } from "vitest";
import { nextLookMs } from "@/app/_live/next-look";
import { actionTroubleWords } from "@/app/_live/trouble-words";
import { clockWords } from "@/components/checkout/countdown";
import { isOverpaid, shownStatus } from "@/components/checkout/shown-status";

it("looks every two seconds and backs off to thirty while the server is in trouble", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => nextLookMs({ failures }))).toEqual([
    2_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

it("never looks earlier than the server asked for", () => {
  expect(nextLookMs({ failures: 1, retryAfterSeconds: 45 })).toBe(45_000);
  expect(nextLookMs({ failures: 5, retryAfterSeconds: 1 })).toBe(30_000);
});

it("says what happened, then what to do", () => {
  const limited = { kind: "limited", status: 429, message: "", retryAfterSeconds: 1 } as const;
  expect(actionTroubleWords(limited)).toBe("Too many tries from your address. Press again in 1 second.");
  const refused = { kind: "refused", status: 409, message: "This intent is paid." } as const;
  expect(actionTroubleWords(refused)).toBe("This intent is paid.");
});

it("writes the time left like a clock", () => {
  expect([0, 9, 61, 1_781, 3_600, 86_399].map(clockWords)).toEqual([
    "0:00",
    "0:09",
    "1:01",
    "29:41",
    "1:00:00",
    "23:59:59",
  ]);
});

it("tells a part-paid payment from a waiting one, and an overpaid one from an exact one", () => {
  expect(shownStatus({ status: "pending", missing: null })).toBe("pending");
  expect(shownStatus({ status: "pending", missing: "6.25" })).toBe("partly");
  expect(shownStatus({ status: "expired", missing: "6.25" })).toBe("expired");
  expect(isOverpaid({ status: "paid", received: "12.50", amount: "12.50" })).toBe(false);
  expect(isOverpaid({ status: "paid", received: "13.50", amount: "12.50" })).toBe(true);
});
