import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startStopwatch } from "@/lib/customer/browser/stopwatch";

const START = Date.parse("2026-03-01T12:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

it("counts what passes while the device is awake and while it sleeps, each once", () => {
  const passedMs = startStopwatch();
  vi.advanceTimersByTime(60_000);
  expect(passedMs()).toBe(60_000);
  // the clock goes on, `performance.now()` doesn't
  vi.setSystemTime(Date.now() + 600_000);
  expect([passedMs(), passedMs()]).toEqual([660_000, 660_000]);
  vi.advanceTimersByTime(1_000);
  vi.setSystemTime(Date.now() + 30_000);
  expect(passedMs()).toBe(691_000);
});
