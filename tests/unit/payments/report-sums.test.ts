import { expect, it } from "vitest";
import { byDay, toPaymentsQuery } from "@/components/reports/report-sums";
import type { TakingsRow } from "@/lib/payments/reports/takings";

const rows = (terminals: number) =>
  Array.from(
    { length: terminals },
    (_, index): TakingsRow => ({
      ...{ terminalId: `terminal ${index}`, terminalName: "Till", day: "2026-03-01", zone: "UTC" },
      ...{ starts: new Date("2026-03-01T00:00:00Z"), ends: new Date("2026-03-02T00:00:00Z"), micros: 1n, sales: 1n },
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
