import { describe, expect, it } from "vitest";
import { type Clock, dayEnds, lastPeriod, periodAfter, periodOf } from "@/lib/reports/mail-schedule";

const LISBON: Clock = { zone: "Europe/Lisbon", startMinutes: 0 };
const BAR: Clock = { zone: "Europe/Lisbon", startMinutes: 6 * 60 };
const HONOLULU: Clock = { zone: "Pacific/Honolulu", startMinutes: 0 };

describe("the period of a report by email", () => {
  it.each([
    ["daily", "2026-03-01", "2026-03-01", "2026-03-01"],
    ["weekly", "2026-03-01", "2026-02-23", "2026-03-01"],
    ["weekly", "2026-03-02", "2026-03-02", "2026-03-08"],
    ["monthly", "2026-02-10", "2026-02-01", "2026-02-28"],
    ["monthly", "2028-02-10", "2028-02-01", "2028-02-29"],
    ["monthly", "2026-12-31", "2026-12-01", "2026-12-31"],
  ] as const)("%s with %s is %s to %s", (frequency, day, from, to) => {
    expect(periodOf(frequency, day)).toEqual({ from, to });
  });

  it("is followed by the next one", () => {
    expect(periodAfter("monthly", "2026-12-31")).toEqual({ from: "2027-01-01", to: "2027-01-31" });
    expect(periodAfter("weekly", "2026-03-01")).toEqual({ from: "2026-03-02", to: "2026-03-08" });
  });

  it("ends when the last clock's business day has, also where clocks change", () => {
    expect(dayEnds("2026-03-01", [LISBON]).toISOString()).toBe("2026-03-02T00:00:00.000Z");
    expect(dayEnds("2026-03-01", [LISBON, BAR]).toISOString()).toBe("2026-03-02T06:00:00.000Z");
    expect(dayEnds("2026-03-01", [LISBON, BAR, HONOLULU]).toISOString()).toBe("2026-03-02T10:00:00.000Z");
    // the clocks of Lisbon go forward on 29 March 2026
    expect(dayEnds("2026-03-28", [BAR]).toISOString()).toBe("2026-03-29T05:00:00.000Z");
  });

  it.each([
    ["daily", "2026-03-02T05:59:59Z", "2026-02-28"],
    ["daily", "2026-03-02T06:00:00Z", "2026-03-01"],
    ["weekly", "2026-03-02T05:59:59Z", "2026-02-22"],
    ["weekly", "2026-03-02T06:00:00Z", "2026-03-01"],
    ["monthly", "2026-03-01T05:59:59Z", "2026-01-31"],
    ["monthly", "2026-03-31T12:00:00Z", "2026-02-28"],
  ] as const)("%s at %s is the one until %s", (frequency, now, to) => {
    expect(lastPeriod(frequency, now.slice(0, 10), [LISBON, BAR], new Date(now)).to).toBe(to);
  });
});
