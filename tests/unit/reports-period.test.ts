import { expect, it } from "vitest";
import { axisTop } from "@/components/reports/bar-chart";
import { changePercent, periodBefore } from "@/lib/reports/period-before";

it("the period before has as many days, over the end of months and years", () => {
  expect(periodBefore({ from: "2026-03-01", to: "2026-03-01" })).toEqual({ from: "2026-02-28", to: "2026-02-28" });
  expect(periodBefore({ from: "2026-01-01", to: "2026-01-07" })).toEqual({ from: "2025-12-25", to: "2025-12-31" });
});

it("a change is in whole per cent, and there is none from nothing", () => {
  expect(changePercent(150n, 100n)).toBe(50);
  expect(changePercent(0n, 3n)).toBe(-100);
  expect(changePercent(100n, 100n)).toBe(0);
  expect(changePercent(100n, 0n)).toBeNull();
});

it("an axis ends at the next 1, 2 or 5, also for a millionth", () => {
  expect([0, 1, 1.01, 2, 4.9, 5.1, 48.25, 999, 1_001].map(axisTop)).toEqual([1, 1, 2, 2, 5, 10, 50, 1_000, 2_000]);
  expect(axisTop(0.000003)).toBeCloseTo(0.000005, 9);
});
