import { expect, it } from "vitest";
import { changePercent, periodBefore } from "@/lib/payments/reports/period-before";
import { reportsMessages } from "@/lib/service/messages/en/reports";

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

it("the change is written with its sign and with separators", () => {
  const { change } = reportsMessages.before;
  expect([32_685, 12, 0, -7].map(change)).toEqual(["+32,685%", "+12%", "0%", "\u22127%"]);
});
