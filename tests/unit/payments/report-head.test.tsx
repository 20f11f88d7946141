import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ReportHead } from "@/components/reports/report-head";
import { type Figures, isOver, total } from "@/components/reports/report-sums";
import { ReportTable } from "@/components/reports/report-table";
import { readReportFilter, readReportTerminals } from "@/lib/payments/reports/report-filter";

const FRIDAY = "2026-01-16";
/** A bar's Friday and a shop's. */
const ROWS = [{ ends: new Date("2026-01-17T04:00:00Z") }, { ends: new Date("2026-01-17T00:00:00Z") }];

const WITHOUT_REFUNDS: Figures = { micros: 3_000_000n, sales: 1n, prices: [], refundedMicros: 0n };

const headOf = (from: string, to: string, at: string, sum = WITHOUT_REFUNDS) =>
  renderToStaticMarkup(
    <ReportHead
      where="Corner Bookshop"
      filter={{ from, to }}
      today={FRIDAY}
      sum={sum}
      before={{ from: "2026-01-15", to: "2026-01-15", micros: 2_000_000n }}
      isOver={isOver(ROWS, new Date(at))}
      dayStarts="Business days start at 04:00 in Lisbon (UTC+0)."
      refundsHref={null}
    />,
  );

describe("the head of a report", () => {
  it("compares a period once its last day has ended at every terminal, and says so before", () => {
    const running = headOf(FRIDAY, FRIDAY, "2026-01-17T01:30:00Z");
    expect(running).toContain("Today");
    expect(running).toContain("The current period isn&#x27;t over yet.");
    expect(running).not.toContain("%");
    const ended = headOf(FRIDAY, FRIDAY, "2026-01-17T04:00:00Z");
    expect(ended).toContain("+50%");
    expect(ended).not.toContain("over yet");
  });

  it("shows refunds and net beside the takings, below zero with a minus sign, and neither without refunds", () => {
    const plain = (refundedMicros: bigint) =>
      headOf(FRIDAY, FRIDAY, "2026-01-17T04:00:00Z", { ...WITHOUT_REFUNDS, refundedMicros }).replace(
        /<[^>]*>|&nbsp;/g,
        " ",
      );
    expect(plain(1_250_000n)).toMatch(/3\.00.*Refunded\s+1\.25.*Net\s+1\.75/);
    expect(plain(3_500_000n)).toMatch(/3\.00.*Refunded\s+3\.50.*Net\s+\u22120\.50/);
    expect(plain(0n)).not.toMatch(/Refunded|Net/);
  });
});

describe("what payments were priced at", () => {
  const price = (currency: string, minor: bigint, sales = 1n) => ({ currency, minor, micros: 2_000_000n, sales });
  const textOf = (markup: string) => markup.replace(/<[^>]*>/g, " ").replace(/(\s|&nbsp;|\u00a0)+/g, " ");
  const figures = (sales: bigint, prices: Figures["prices"]): Figures => ({ ...WITHOUT_REFUNDS, sales, prices });

  it("stands below the takings, and says whether all payments had a price", () => {
    const head = (sum: Figures) => textOf(headOf(FRIDAY, FRIDAY, "2026-01-17T04:00:00Z", sum));
    expect(head(WITHOUT_REFUNDS)).not.toMatch(/priced|of which/i);
    expect(head(figures(51n, [price("EUR", 123_450n, 51n)]))).toMatch(
      /Priced at 1,234\.50 € · 2\.00 USDT in 51 payments/,
    );
    const some = head(figures(53n, [price("EUR", 123_450n, 51n), price("JPY", 2_490n)]));
    expect(some).toMatch(
      /Of which 1,234\.50 € · 2\.00 USDT in 51 payments Of which 2,490 JPY · 2\.00 USDT in 1 payment /,
    );
  });

  it("stands in each line of the tables in the business's currency alone, and without one nowhere", () => {
    const line = { id: "bar", name: "Bar", terminals: ["bar"], period: null };
    const lines = [
      { ...line, ...figures(2n, [price("EUR", 2_490n, 2n)]) },
      { ...line, id: "kiosk", ...figures(3n, [price("EUR", 990n), price("JPY", 500n)]) },
      { ...line, id: "stall", ...figures(1n, []) },
    ];
    const table = (currency: string | null) =>
      textOf(
        renderToStaticMarkup(
          <ReportTable
            caption="Takings"
            first="Terminal"
            lines={lines}
            total={total(lines)}
            hasRefunds={false}
            currency={currency}
            renderName={({ id }) => id}
            getHref={() => null}
          />,
        ),
      );
    expect(table("EUR")).toMatch(
      /bar 2 3\.00 24\.90 € kiosk 3 3\.00 of which 9\.90 € stall 1 3\.00 Total 6 9\.00 of which 34\.80 €/,
    );
    expect(table(null)).not.toMatch(/€|JPY|of which/);
  });
});

describe("the filter of a report", () => {
  it("ends today by default, and has the terminals of its address", () => {
    const terminal = "0198a1b2-0000-7000-8000-000000000001";
    const filter = { from: "2026-01-10", to: FRIDAY, terminals: [terminal] };
    expect(readReportFilter({ terminal }, FRIDAY)).toEqual(filter);
    expect(readReportFilter({ terminal, from: "2026-01-01" }, FRIDAY)).toEqual({ ...filter, from: "2026-01-01" });
    expect(readReportTerminals({ terminal: ["x", terminal] })).toEqual([terminal]);
    expect(readReportTerminals({})).toEqual([]);
  });

  it("ignores what is no day, and days beyond the years that a period can be in", () => {
    const week = { from: "2026-01-10", to: FRIDAY, terminals: [] };
    for (const day of ["0000-01-01", "1969-12-31", "9999-01-01", "2026-02-30", "2026-01-01T10:00", "yesterday", ""]) {
      expect(readReportFilter({ from: day, to: day }, FRIDAY), day).toEqual(week);
    }
    for (const day of ["1970-01-01", "9998-12-31"]) {
      expect(readReportFilter({ from: [day], to: day }, FRIDAY), day).toEqual({ from: day, to: day, terminals: [] });
    }
  });
});
