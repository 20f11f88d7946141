import { describe, expect, it } from "vitest";
import { LOOK_BESIDE_STREAM_MS, nextLookMs, reopenStreamMs } from "@/app/_realtime/next-look";
import { actionTroubleLabel } from "@/app/_realtime/trouble-labels";
import { secondsUntil } from "@/app/_realtime/use-seconds-left";
import { formatClock } from "@/components/checkout/countdown";
import { faceOf, shownStatus } from "@/components/checkout/shown-status";
import { uncountedLabels } from "@/components/checkout/uncounted-labels";
import type { View } from "@/components/checkout/view";
import { en } from "@/lib/checkout/words/en";

it("looks every two seconds and backs off to thirty while the server is in trouble", () => {
  expect([0, 1, 2, 3, 4, 5, 50].map((failures) => nextLookMs({ failures }))).toEqual([
    2_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ]);
});

it("never looks earlier than the server asked for", () => {
  expect(nextLookMs({ failures: 1, retryAfterSeconds: 45 })).toBe(45_000);
  expect(nextLookMs({ failures: 5, retryAfterSeconds: 1 })).toBe(30_000);
});

it("looks seldom beside a stream, and as ever once it fails", () => {
  expect(nextLookMs({ failures: 0, everyMs: LOOK_BESIDE_STREAM_MS })).toBe(30_000);
  expect(nextLookMs({ failures: 1, everyMs: LOOK_BESIDE_STREAM_MS })).toBe(2_000);
});

it("opens a lost stream again after three seconds to a minute, the pages of one server apart from each other", () => {
  expect([1, 2, 3, 6, 50].map((failures) => reopenStreamMs(failures, 0))).toEqual([
    3_000, 6_000, 12_000, 60_000, 60_000,
  ]);
  expect(reopenStreamMs(2, 1)).toBe(3_000);
});

it("says what happened, then what to do", () => {
  const limited = { kind: "limited", status: 429, message: "", retryAfterSeconds: 1 } as const;
  expect(actionTroubleLabel(limited)).toBe("Too many attempts. Try again in 1 second.");
  const refused = { kind: "refused", status: 409, message: "This intent is paid." } as const;
  expect(actionTroubleLabel(refused)).toBe("This intent is paid.");
});

it.each([
  ["expired", "Late payment", /after the deadline/],
  ["cancelled", "Not applied", /after the store cancelled it/],
  ["paid", "Not applied", /after this one was complete/],
] as const)("says why money wasn't applied to a payment that is %s", (status, name, why) => {
  const { name: label, text } = uncountedLabels({ checkout: { status }, words: en } as View);
  expect([label, text]).toEqual([name, expect.stringMatching(why)]);
});

it("writes the time left like a clock", () => {
  expect([0, 9, 61, 1_781, 3_600, 86_399].map(formatClock)).toEqual([
    "0:00",
    "0:09",
    "1:01",
    "29:41",
    "1:00:00",
    "23:59:59",
  ]);
});

it("counts down from what it was told, never from a second more, whatever the fractions of the stopwatch", () => {
  for (let tenths = 0; tenths < 20_000; tenths += 7) {
    const now = tenths / 10 + 0.1;
    expect(secondsUntil(now + 1_800 * 1_000, now)).toBe(1_800);
  }
  expect([secondsUntil(999, 0), secondsUntil(1_500, 0), secondsUntil(0, 0), secondsUntil(0, 5_000)]).toEqual([
    1, 2, 0, 0,
  ]);
});

it("tells a part-paid payment from a waiting one", () => {
  expect(shownStatus({ status: "pending", missing: null })).toBe("pending");
  expect(shownStatus({ status: "pending", missing: "6.25" })).toBe("partly");
  expect(shownStatus({ status: "expired", missing: "6.25" })).toBe("expired");
});

describe("what the customer's page shows", () => {
  const waiting = {
    status: "pending",
    missing: null,
    confirming: null,
    toSend: "12.5",
    expiresInSeconds: 600,
  } as const;
  const seen = { confirmations: 3, required: 19, amount: "12.50" };
  it.each([
    ["pending", waiting],
    ["partly", { ...waiting, missing: "6.25", toSend: "6.25" }],
    ["partly", { ...waiting, confirming: seen, toSend: "2.5" }],
    ["confirming", { ...waiting, confirming: seen, toSend: null }],
    ["confirming", { ...waiting, confirming: seen, toSend: "2.5", expiresInSeconds: 0 }],
    ["closing", { ...waiting, expiresInSeconds: 0 }],
    ["closing", { ...waiting, missing: "6.25", toSend: "6.25", expiresInSeconds: 0 }],
    ["paid", { ...waiting, status: "paid" as const, expiresInSeconds: 0, toSend: null }],
    ["expired", { ...waiting, status: "expired" as const, missing: "6.25", expiresInSeconds: 0 }],
    ["cancelled", { ...waiting, status: "cancelled" as const }],
  ])("is %s", (face, checkout) => expect(faceOf(checkout)).toBe(face));
});
