import { describe, expect, it } from "vitest";
import { byDay, byTerminal, type ReportLine, toPaymentsQuery, total } from "@/components/reports/report-sums";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { readCursor } from "@/lib/payments/lists/cursor";
import { PaymentFilter } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { salesReport } from "@/lib/payments/reports/sales";
import { sumTakings, type TakingsRow, takings, takingsInPieces } from "@/lib/payments/reports/takings";
import { takingsByHour } from "@/lib/payments/reports/takings-by-hour";
import { tipSum } from "@/lib/payments/reports/tip-sum";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { rowsOf } from "@/tests/support/plans";
import { fc } from "@/tests/support/property";

const ZONES = ["UTC", "Europe/Lisbon", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia"];

/** The sum of a day's list, page by page, as the report's link opens it. */
async function listed(ctx: MemberContext, query: ReturnType<typeof toPaymentsQuery>) {
  const filter = PaymentFilter.parse(query);
  let [micros, sales, before] = [0n, 0n, null as string | null];
  do {
    const page = await listPayments(ctx, { filter, cursor: readCursor({ before }), limit: 20 });
    for (const payment of page.payments) micros += payment.amountMicros;
    sales += BigInt(page.payments.length);
    before = page.older;
  } while (before);
  return { micros, sales };
}

describe("takings by business day", () => {
  it("tie out to the last millionth with the payments list and the API's report, in any zone with any cut-off", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 1_439 }),
        // a week around the spring and the autumn change of the clocks
        fc.constantFrom("2026-03-26", "2026-10-23", "2026-04-03"),
        fc.array(
          fc.record({
            micros: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
            offsetMs: fc.integer({ min: -86_400_000, max: 8 * 86_400_000 }),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        async (zone, cutOff, from, sales) => {
          const merchant = await createMerchantFixture();
          await database().sql`
            update terminals set time_zone = ${zone}, business_day_start_minutes = ${cutOff} where id = ${merchant.terminalId}`;
          const moment = (offset: number) => new Date(Date.parse(from) + offset).toISOString();
          const drafts = sales.map(({ micros, offsetMs }) => ({
            amountMicros: micros,
            createdAt: moment(offsetMs),
            endedAt: moment(offsetMs),
          }));
          const made = await makePayments(merchant, drafts);
          const ctx = await memberContext(merchant);
          const to = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10);
          const rows = await takings(ctx, { from, to });
          expect(rows.map((row) => row.starts)).toEqual([rows[0]?.starts, ...rows.slice(0, -1).map((row) => row.ends)]);
          for (const row of rows) {
            const [line] = byDay([row]) as [ReportLine];
            expect(await listed(ctx, toPaymentsQuery(line, 2))).toEqual({ micros: row.micros, sales: row.sales });
            const day = { kind: "day" as const, text: row.day };
            const next = { kind: "instant" as const, text: row.ends.toISOString() };
            const report = await salesReport(
              ctx,
              { terminalId: row.terminalId, environment: "sandbox" },
              { start: day, end: next },
            );
            expect([report.totalMicros, report.salesCount]).toEqual([row.micros, row.sales]);
          }
          for await (const months of takingsInPieces(ctx, { from, to }, { step: "month" })) {
            for (const row of months) {
              const [line] = byDay([row]) as [ReportLine];
              const sum = { micros: row.micros, sales: row.sales };
              expect(await listed(ctx, toPaymentsQuery(line, 2))).toEqual(sum);
              const instant = (at: Date) => ({ kind: "instant" as const, text: at.toISOString() });
              const report = await salesReport(
                ctx,
                { terminalId: row.terminalId, environment: "sandbox" },
                { start: instant(row.starts), end: instant(row.ends) },
              );
              expect([report.totalMicros, report.salesCount]).toEqual([row.micros, row.sales]);
              const days = rows.filter(({ day }) => day.slice(0, 7) === row.day.slice(0, 7));
              expect(total(days)).toEqual({ ...sum, prices: [], refundedMicros: 0n });
            }
          }
          const [first, last] = [rows[0] as TakingsRow, rows.at(-1) as TakingsRow];
          const inside = made.filter(({ endedAt }) => {
            const at = Date.parse(endedAt as string);
            return at >= first.starts.getTime() && at < last.ends.getTime();
          });
          const sum = inside.reduce((all, one) => all + one.amountMicros, 0n);
          expect(rows.reduce((all, row) => all + row.micros, 0n)).toBe(sum);
          expect(await sumTakings(ctx, { from, to })).toBe(sum);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("have a row for each day and terminal, also for days without sales, and none for archived terminals that sold nothing", async () => {
    const merchant = await createMerchantFixture();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const old = await createTerminal(merchant.ctx, { name: "Old" });
    await makePayments({ ...merchant, terminalId: old.id }, [{ amountMicros: 7n, createdAt: "2026-03-02T10:00:00Z" }]);
    await database().sql`update terminals set archived_at = now() where id = ${old.id}`;
    const ctx = await memberContext(merchant);
    const rows = await takings(ctx, { from: "2026-03-01", to: "2026-03-02" });
    expect(rows.map((row) => [row.day, row.terminalName, row.micros])).toEqual([
      ["2026-03-01", "Bar", 0n],
      ["2026-03-01", "Front desk", 0n],
      ["2026-03-02", "Bar", 0n],
      ["2026-03-02", "Front desk", 0n],
      ["2026-03-02", "Old", 7n],
    ]);
    const one = await takings(ctx, { from: "2026-03-01", to: "2026-03-01", terminals: [bar.id] });
    expect(one.map((row) => row.terminalName)).toEqual(["Bar"]);
  });

  it("lead to lists of the same sums, beside an archived terminal whose days begin at another time", async () => {
    const merchant = await createMerchantFixture();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const old = await createTerminal(merchant.ctx, { name: "Old", businessDayStart: "06:00" });
    const at = (moment: string, amountMicros: bigint) => ({ createdAt: moment, endedAt: moment, amountMicros });
    await makePayments({ ...merchant, terminalId: old.id }, [at("2026-03-02T02:00:00Z", 7n)]);
    await makePayments(merchant, [at("2026-03-02T10:00:00Z", 20n)]);
    await makePayments({ ...merchant, terminalId: bar.id }, [at("2026-03-02T11:00:00Z", 300n)]);
    await database().sql`update terminals set archived_at = now() where id = ${old.id}`;
    const ctx = await memberContext(merchant);
    const rows = await takings(ctx, { from: "2026-03-01", to: "2026-03-02" });
    const [before, day] = byDay(rows) as [ReportLine, ReportLine];
    // no one period for terminals whose days begin at different times
    expect([before.micros, toPaymentsQuery(before, 3)]).toEqual([7n, null]);
    expect(day.micros).toBe(320n);
    expect(await listed(ctx, toPaymentsQuery(day, 3))).toEqual({ micros: 320n, sales: 2n });
    for (const line of byTerminal(rows)) {
      expect(await listed(ctx, toPaymentsQuery(line, 3))).toEqual({ micros: line.micros, sales: line.sales });
    }
  });

  it("of another merchant's terminal, or of one that a cashier does not see, are not there", async () => {
    const merchant = await createMerchantFixture();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const foreign = await memberContext(await createMerchantFixture());
    const period = { from: "2026-03-01", to: "2026-03-01" };
    expect(await takings(foreign, { ...period, terminals: [merchant.terminalId] })).toEqual([]);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [bar.id] });
    expect((await takings(cashier, period)).map((row) => row.terminalName)).toEqual(["Bar"]);
    expect(await takings(cashier, { ...period, terminals: [merchant.terminalId] })).toEqual([]);
  });

  it("of days that lie backwards, or of more than a year, are refused in words", async () => {
    const ctx = await memberContext(await createMerchantFixture());
    await expect(takings(ctx, { from: "2026-03-02", to: "2026-03-01" })).rejects.toMatchObject({
      code: "invalid_period",
    });
    await expect(takings(ctx, { from: "2025-01-01", to: "2026-01-02" })).rejects.toThrow("at most 366 days");
  });
});

describe("takings by hour", () => {
  it("are on the terminal's clock, add up to the takings of the same days, and know the tips in them", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await database().sql`
      update terminals set time_zone = 'Asia/Kathmandu', business_day_start_minutes = 240 where id = ${merchant.terminalId}`;
    const at = (moment: string, amountMicros: bigint) => ({ createdAt: moment, endedAt: moment, amountMicros });
    const made = await makePayments(merchant, [
      // 03:59 and 04:00 in Kathmandu (UTC+5:45): the last minute of one business day and the first of the next
      at("2026-03-01T22:14:59.999999Z", 1_000_000n),
      at("2026-03-01T22:15:00Z", 2_000_000n),
      at("2026-03-02T08:00:00Z", 11_000_000n),
      at("2026-03-02T08:10:00Z", 5_000_000n),
      at("2026-03-02T22:14:59Z", 7_000_000n),
      at("2026-03-02T22:15:00Z", 9_000_000n),
      { ...at("2026-03-02T08:00:00Z", 90_000_000n), status: "expired" as const },
      { ...at("2026-03-02T08:00:00Z", 90_000_000n), environment: "live" as const },
    ]);
    // an API client may write any text; a tip is less than the amount
    for (const [index, tip] of [
      [2, "1.25"],
      [3, "5"],
      [4, "x"],
    ] as const) {
      await database().sql`
        update payment_intents set metadata = ${JSON.stringify({ tip_usdt: tip })}::text::jsonb where id = ${made[index]?.id ?? ""}`;
    }
    const day = { from: "2026-03-02", to: "2026-03-02" };
    const hours = await takingsByHour(ctx, day);
    expect(hours).toEqual([
      { hour: 3, micros: 7_000_000n, sales: 1n, tipMicros: 0n },
      { hour: 4, micros: 2_000_000n, sales: 1n, tipMicros: 0n },
      { hour: 13, micros: 16_000_000n, sales: 2n, tipMicros: 1_250_000n },
    ]);
    const [row] = await takings(ctx, day);
    expect(hours?.reduce((sum, { micros }) => sum + micros, 0n)).toBe(row?.micros);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [] });
    expect(await takingsByHour(cashier, day)).toEqual([]);
    expect(await takingsByHour(ctx, { ...day, terminals: [merchant.merchantId] })).toEqual([]);
  });

  it("end after their time limit, and leave the connection as it was", async () => {
    const { sql } = database();
    const ctx = await memberContext(await createMerchantFixture());
    const held = await sql.begin(async (tx) => {
      await tx`lock table terminals in access exclusive mode`;
      return takingsByHour(ctx, { from: "2026-03-01", to: "2026-03-02" }, 50);
    });
    expect(held).toBeNull();
    expect(await takingsByHour(ctx, { from: "2026-03-01", to: "2026-03-02" })).not.toBeNull();
  });

  it("read for tips only the payments that have one, as shifts do", async () => {
    const merchant = await createMerchantFixture();
    const paid = await makePayments(
      merchant,
      Array.from({ length: 200 }, () => ({ status: "paid" as const, receivedMicros: 1_000_000n })),
    );
    await database().sql`
      update payment_intents set metadata = '{"tip_usdt": "0.25"}' where id = ${paid[0]?.id ?? ""}`;
    const tips = tipSum(database().sql);
    const read = await rowsOf(
      (tx) => tx`
        select ${tips.micros} from payment_intents i ${tips.joined}
         where i.merchant_id = ${merchant.merchantId} and i.terminal_id = ${merchant.terminalId}
           and i.environment = 'sandbox' and ${tips.hasTip}`,
      async (tx) => void (await tx`analyze payment_intents`),
    );
    expect(read).toBeLessThan(10);
  });
});
