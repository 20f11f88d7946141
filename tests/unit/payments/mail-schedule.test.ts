import { describe, expect, it } from "vitest";
import { periodAfter, periodEndingBefore, periodOf } from "@/lib/payments/reports/mail-schedule";

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

  it("is followed by the next one, and follows the one before", () => {
    expect(periodAfter("monthly", "2026-12-31")).toEqual({ from: "2027-01-01", to: "2027-01-31" });
    expect(periodAfter("weekly", "2026-03-01")).toEqual({ from: "2026-03-02", to: "2026-03-08" });
    expect(periodEndingBefore("monthly", "2026-03-01")).toEqual({ from: "2026-02-01", to: "2026-02-28" });
  });
});
