import { expect, it } from "vitest";
import { dayStartsLabel } from "@/components/reports/day-labels";
import { byDay, toPaymentsQuery } from "@/components/reports/report-sums";
import type { TakingsRow } from "@/lib/payments/reports/takings";

const rows = (terminals: number) =>
  Array.from(
    { length: terminals },
    (_, index): TakingsRow => ({
      terminalId: `terminal ${index}`,
      terminalName: "Till",
      day: "2026-03-01",
      zone: "UTC",
      starts: new Date("2026-03-01T00:00:00Z"),
      ends: new Date("2026-03-02T00:00:00Z"),
      micros: 1n,
      prices: [],
      currency: null,
      sales: 1n,
      refundedMicros: 0n,
      refunds: 0n,
    }),
  );

it("a day's link names its terminals if they aren't all, and isn't there if they are too many for a URL", () => {
  const queries = [1, 50, 51, 200].map((count) => byDay(rows(count)).map((line) => toPaymentsQuery(line, 200)));
  const paid = { paid_from: "2026-03-01T00:00:00.000Z", paid_to: "2026-03-02T00:00:00.000Z" };
  expect(queries).toEqual([
    [{ ...paid, terminal: ["terminal 0"] }],
    [{ ...paid, terminal: expect.toSatisfy((ids: string[]) => ids.length === 50) }],
    [null],
    [paid],
  ]);
});

it("the links of a page together stay short: of many lines, each names fewer terminals", () => {
  const linked = (lines: number, terminals: number) =>
    byDay(rows(terminals)).map((line) => toPaymentsQuery(line, 200, lines) !== null);
  expect([linked(7, 50), linked(92, 10), linked(92, 11), linked(92, 200)]).toEqual([[true], [true], [false], [true]]);
});

it("business days that start at different times are told with the names of a few terminals, or the count of many", () => {
  const starting = (time: string, count: number): TakingsRow[] =>
    rows(count).map((row, index) => ({
      ...row,
      terminalId: `${time} ${index}`,
      terminalName: `${time} ${index}`,
      starts: new Date(`2026-03-01T${time}:00Z`),
      ends: new Date(`2026-03-02T${time}:00Z`),
    }));
  expect(dayStartsLabel([...starting("04:00", 2), ...starting("06:00", 9)])).toBe(
    "Business days start at different times. 04:00 0, 04:00 1: 04:00 in UTC; 9 terminals: 06:00 in UTC.",
  );
  expect(dayStartsLabel(starting("06:00", 9))).toBe("Business days start at 06:00 in UTC.");
});
