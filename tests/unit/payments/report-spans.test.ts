import { describe, expect, it } from "vitest";
import { monthLabel } from "@/components/reports/day-labels";
import { reportStep, toSpans } from "@/lib/payments/reports/report-spans";
import { fc } from "@/tests/support/property";

const DAY_MS = 86_400_000;
const dayAt = (days: number) => new Date(days * DAY_MS).toISOString().slice(0, 10);

describe("the lines of a report", () => {
  it("are days up to three months, and months beyond", () => {
    expect(reportStep({ from: "2026-03-01", to: "2026-03-01" })).toBe("day");
    expect(reportStep({ from: "2026-07-01", to: "2026-09-30" })).toBe("day");
    expect(reportStep({ from: "2026-07-01", to: "2026-10-01" })).toBe("month");
    expect(reportStep({ from: "2024-01-01", to: "2024-12-31" })).toBe("month");
  });

  it("have the days of the period that lie in a month, and say which if they aren't all", () => {
    const months = toSpans({ from: "2025-11-28", to: "2026-03-30" }, "month");
    expect(months).toEqual([
      { from: "2025-11-28", to: "2025-11-30" },
      { from: "2025-12-01", to: "2025-12-31" },
      { from: "2026-01-01", to: "2026-01-31" },
      { from: "2026-02-01", to: "2026-02-28" },
      { from: "2026-03-01", to: "2026-03-30" },
    ]);
    expect(months.map(monthLabel)).toEqual([
      "Nov 2025, from 28 Nov",
      "Dec 2025",
      "Jan 2026",
      "Feb 2026",
      "Mar 2026, to 30 Mar",
    ]);
    expect(monthLabel({ from: "2024-02-01", to: "2024-02-28" })).toBe("Feb 2024, to 28 Feb");
  });

  it("cover every day of any period once, each month in itself short enough to be shown by day", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 0, max: 365 }), (first, more) => {
        const days = toSpans({ from: dayAt(first), to: dayAt(first + more) }, "day").map(({ from }) => from);
        expect(days).toEqual(Array.from({ length: more + 1 }, (_, index) => dayAt(first + index)));
        const months = toSpans({ from: dayAt(first), to: dayAt(first + more) }, "month");
        expect(months.flatMap((month) => toSpans(month, "day").map(({ from }) => from))).toEqual(days);
        expect(new Set(months.map(({ from }) => from.slice(0, 7))).size).toBe(months.length);
        expect(months.every((month) => reportStep(month) === "day")).toBe(true);
      }),
    );
  });
});
