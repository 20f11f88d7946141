import { describe, expect, test } from "vitest";
import { parseRetryAfter } from "@/lib/base/http/retry-after";
import { RETRY_DELAYS_S } from "@/lib/base/process/variables";
import { classifyAnswer, MAX_ATTEMPTS, nextAttemptDelayMs } from "@/lib/delivery/sending/retry";

const MIDDLE = 0.5;
const DAY_S = 86_400;

function delayMs(attempt: number, changes: Partial<Parameters<typeof nextAttemptDelayMs>[0]> = {}) {
  return nextAttemptDelayMs({
    attempt,
    delaysSeconds: RETRY_DELAYS_S,
    retryAfterSeconds: null,
    random: MIDDLE,
    ...changes,
  });
}

describe("nextAttemptDelayMs", () => {
  test("waits ten times as long after each failure and gives up after the sixth", () => {
    const attempts = Array.from({ length: MAX_ATTEMPTS }, (_, index) => index + 1);
    expect(attempts.map((attempt) => delayMs(attempt))).toEqual([
      10_000,
      100_000,
      1_000_000,
      10_000_000,
      100_000_000,
      null,
    ]);
  });

  test("spreads by ten per cent either way and no further", () => {
    expect(delayMs(2, { random: 0 })).toBe(90_000);
    expect(delayMs(2, { random: 1 })).toBe(110_000);
  });

  test("Retry-After lengthens", () => {
    expect(delayMs(1, { retryAfterSeconds: 3600 })).toBe(3_600_000);
  });

  test("Retry-After never shortens", () => {
    expect(delayMs(3, { retryAfterSeconds: 0 })).toBe(1_000_000);
    expect(delayMs(3, { retryAfterSeconds: 999 })).toBe(1_000_000);
  });

  test("Retry-After counts for 24 hours at most, and then the longer schedule wins", () => {
    expect(delayMs(1, { retryAfterSeconds: 10 * DAY_S })).toBe(DAY_S * 1000);
    expect(delayMs(5, { retryAfterSeconds: 10 * DAY_S })).toBe(100_000_000);
  });

  test("Retry-After does not revive an exhausted delivery", () => {
    expect(delayMs(6, { retryAfterSeconds: 60 })).toBeNull();
  });

  test("a shorter schedule ends sooner, a longer one still makes six attempts", () => {
    expect(delayMs(1, { delaysSeconds: [1] })).toBe(1000);
    expect(delayMs(2, { delaysSeconds: [1] })).toBeNull();
    expect(delayMs(1, { delaysSeconds: [] })).toBeNull();
    expect(delayMs(5, { delaysSeconds: Array(9).fill(1) })).toBe(1000);
    expect(delayMs(6, { delaysSeconds: Array(9).fill(1) })).toBeNull();
  });
});

describe("parseRetryAfter", () => {
  const now = new Date("2026-11-06T08:49:37.000Z");

  test.each([
    ["0", 0],
    ["120", 120],
    [" 120 ", 120],
    ["999999999999999", 999_999_999_999_999],
    ["Fri, 06 Nov 2026 08:51:37 GMT", 120],
    ["Friday, 06-Nov-26 08:51:37 GMT", 120],
    ["Fri Nov  6 08:51:37 2026", 120],
    ["Mon Nov 16 08:49:37 2026", 10 * DAY_S],
    ["Thu, 05 Nov 2026 08:49:37 GMT", 0],
  ])("reads %j as %d s", (value, seconds) => {
    expect(parseRetryAfter(value, now)).toBe(seconds);
  });

  test.each(["Sat", "Sun", "Mon", "Tue", "Wed", "Thu", "Fri"])("reads dates on a %s", (day) => {
    expect(parseRetryAfter(`${day}, 06 Nov 2026 08:51:37 GMT`, now)).toBe(120);
  });

  test.each(["Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday"])(
    "reads dates on a %s",
    (day) => {
      expect(parseRetryAfter(`${day}, 06-Nov-26 08:51:37 GMT`, now)).toBe(120);
    },
  );

  test("rounds a part of a second up", () => {
    const early = new Date(now.getTime() - 1);
    expect(parseRetryAfter("Fri, 06 Nov 2026 08:49:38 GMT", early)).toBe(2);
  });

  test.each([
    null,
    "",
    "soon",
    "-5",
    "1.5",
    "1e3",
    "0x10",
    "120s",
    "120, 240",
    "1".repeat(400),
    "2026-11-06T08:51:37Z",
    "Fri, 06 Nov 2026 08:51:37 +0200",
    "Fri, 99 Nov 2026 08:51:37 GMT",
    "Fri, 06 Xyz 2026 08:51:37 GMT",
    "Xyz, 06 Nov 2026 08:51:37 GMT",
    "xFri, 06 Nov 2026 08:51:37 GMT",
    "Fri, Fri, 06 Nov 2026 08:51:37 GMT",
    "Fri, 06 Nov 2026 08:51:37 GMT+0200",
    "Fri Fri Nov  6 08:51:37 2026",
    "Fri Nov  6 08:51:37 2026 +0200",
  ])("ignores %j", (value) => {
    expect(parseRetryAfter(value, now)).toBeNull();
  });
});

describe("classifyAnswer", () => {
  test.each([
    [101, "failure"],
    [199, "failure"],
    [200, "success"],
    [201, "success"],
    [204, "success"],
    [299, "success"],
    [300, "redirect"],
    [304, "redirect"],
    [308, "redirect"],
    [399, "redirect"],
    [400, "failure"],
    [404, "failure"],
    [409, "failure"],
    [410, "gone"],
    [429, "failure"],
    [500, "failure"],
    [503, "failure"],
    [999, "failure"],
  ] as const)("%d is %s", (status, meaning) => {
    expect(classifyAnswer(status)).toBe(meaning);
  });
});
