import { describe, expect, it } from "vitest";
import { byDay, byTerminal, sumReport, total } from "@/components/reports/report-sums";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import type { Table } from "@/lib/base/exports/table";
import { createTerminal } from "@/lib/business/terminals/create";
import { exportPayments } from "@/lib/payments/lists/export";
import { NO_FILTER } from "@/lib/payments/lists/filter";
import { changeShift } from "@/lib/payments/pos/change-shift";
import { getShift } from "@/lib/payments/pos/list-shifts";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { getShiftRefunds } from "@/lib/payments/pos/shift-refunds";
import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { overview } from "@/lib/payments/reports/overview";
import { exportRefunds } from "@/lib/payments/reports/refunds-export";
import { refundsWithoutPayment } from "@/lib/payments/reports/refunds-without-payment";
import { salesReport } from "@/lib/payments/reports/sales";
import { takings, takingsInPieces } from "@/lib/payments/reports/takings";
import { exportTakings } from "@/lib/payments/reports/takings-export";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { fc } from "@/tests/support/property";
import { readCsv } from "@/tests/support/read-exports";
import { makeRefunds } from "@/tests/support/refunds";

const USDT = 1_000_000n;

/** The rows of a CSV by the names of its columns. */
async function read(table: Table): Promise<Record<string, string>[]> {
  const [names = [], ...rows] = await readCsv(table);
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ""])));
}

async function setUp(zone = "Europe/Lisbon") {
  const merchant = await createMerchantFixture();
  await database().sql`update merchants set time_zone = ${zone} where id = ${merchant.merchantId}`;
  await database().sql`update terminals set time_zone = ${zone} where merchant_id = ${merchant.merchantId}`;
  return { merchant, ctx: await memberContext(merchant) };
}

async function paidAt(merchant: MerchantFixture, at: string, usdt: bigint, terminalId = merchant.terminalId) {
  const [made] = await makePayments({ ...merchant, terminalId }, [{ createdAt: at, amountMicros: usdt * USDT }]);
  if (!made) throw new Error("no payment was made");
  return made.id;
}

const figures = (
  rows: { day: string; terminalName: string; micros: bigint; refundedMicros: bigint; refunds: bigint }[],
) => rows.map((row) => [row.day, row.terminalName, row.micros / USDT, row.refundedMicros / USDT, row.refunds]);

describe("refunds in the books", () => {
  it("belong to the day on which they became final and to their payment's terminal, and leave takings as they are", async () => {
    const { merchant, ctx } = await setUp();
    const bar = await createTerminal(merchant.ctx, { name: "Bar", timeZone: "Europe/Lisbon" });
    const desk = await paidAt(merchant, "2026-03-27T12:00:00Z", 100n);
    const barPaid = await paidAt(merchant, "2026-03-28T12:00:00Z", 50n, bar.id);
    await makeRefunds(ctx, [
      // yesterday's payment, at the last and the first millisecond of two days; clocks change on the 29th at 01:00 UTC
      { intentId: desk, amountMicros: 10n * USDT, at: "2026-03-28T23:59:59.999Z" },
      { intentId: desk, amountMicros: 20n * USDT, at: "2026-03-29T00:00:00Z" },
      // 23:30 in Lisbon's summer time
      { intentId: desk, amountMicros: 5n * USDT, at: "2026-03-29T22:30:00Z" },
      { intentId: desk, amountMicros: 3n * USDT, at: "2026-03-29T23:00:00Z" },
      { intentId: barPaid, amountMicros: 50n * USDT, at: "2026-03-29T10:00:00Z" },
      ...(["prepared", "sent", "failed", "cancelled"] as const).map((status) => ({
        ...{ intentId: desk, amountMicros: 1n * USDT, status },
      })),
    ]);
    const period = { from: "2026-03-27", to: "2026-03-30" };
    const rows = await takings(ctx, period);
    expect(figures(rows)).toEqual([
      ["2026-03-27", "Bar", 0n, 0n, 0n],
      ["2026-03-27", "Front desk", 100n, 0n, 0n],
      ["2026-03-28", "Bar", 50n, 0n, 0n],
      ["2026-03-28", "Front desk", 0n, 10n, 1n],
      ["2026-03-29", "Bar", 0n, 50n, 1n],
      ["2026-03-29", "Front desk", 0n, 25n, 2n],
      ["2026-03-30", "Bar", 0n, 0n, 0n],
      ["2026-03-30", "Front desk", 0n, 3n, 1n],
    ]);
    const sum = { micros: 150n * USDT, sales: 2n, prices: [], refundedMicros: 88n * USDT };
    expect([total(rows), total(byDay(rows)), total(byTerminal(rows))]).toEqual([sum, sum, sum]);
    const file = await read(exportTakings(takingsInPieces(ctx, period)));
    expect(Object.keys(file[0] ?? {}).slice(-6, -2)).toEqual(["terminal_id", "refunds", "refunded_usdt", "net_usdt"]);
    expect(file.map((row) => row.net_usdt)).toEqual(["0", "100", "50", "-10", "-50", "-25", "0", "-3"]);
    const months = await sumReport(takingsInPieces(ctx, period, { step: "month" }));
    expect([total(months.spans), total(months.terminals)]).toEqual([sum, sum]);
    const cashier = { ...ctx, terminalIds: [bar.id] };
    expect(total(await takings(cashier, period))).toMatchObject({ refundedMicros: 50n * USDT });
  });

  it("add up to the API's report and to the file of refunds, in any zone with any cut-off", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("UTC", "Europe/Lisbon", "Australia/Lord_Howe", "Asia/Kathmandu", "America/St_Johns"),
        fc.integer({ min: 0, max: 1_439 }),
        fc.constantFrom("2026-03-26", "2026-10-23", "2026-04-03"),
        fc.array(fc.integer({ min: -86_400_000, max: 5 * 86_400_000 }), { minLength: 1, maxLength: 25 }),
        async (zone, cutOff, from, offsets) => {
          const { merchant, ctx } = await setUp(zone);
          await database().sql`
            update terminals set business_day_start_minutes = ${cutOff} where id = ${merchant.terminalId}`;
          const moment = (offset: number) => new Date(Date.parse(from) + offset).toISOString();
          const intentId = await paidAt(merchant, moment(0), 1_000n);
          const drafts = offsets.map((offset, n) => ({ intentId, amountMicros: BigInt(n + 1), at: moment(offset) }));
          await makeRefunds(ctx, drafts);
          const to = moment(3 * 86_400_000).slice(0, 10);
          const rows = await takings(ctx, { from, to });
          for (const row of rows) {
            const instant = (at: Date) => ({ kind: "instant" as const, text: at.toISOString() });
            const report = await salesReport(
              ctx,
              { terminalId: row.terminalId, environment: "sandbox" },
              { start: instant(row.starts), end: instant(row.ends) },
            );
            expect([report.refundedMicros, report.refundsCount]).toEqual([row.refundedMicros, row.refunds]);
          }
          const lines = await read(exportRefunds(ctx, { from, to, terminals: [] }, { chunk: 4 }));
          const sums = new Map<string, bigint>();
          for (const { day = "", refunded_usdt = "" } of lines) {
            sums.set(day, (sums.get(day) ?? 0n) + BigInt(Math.round(Number(refunded_usdt) * 1e6)));
          }
          expect(new Map(rows.flatMap((row) => (row.refunds > 0n ? [[row.day, row.refundedMicros]] : [])))).toEqual(
            sums,
          );
          expect(BigInt(lines.length)).toBe(rows.reduce((sum, row) => sum + row.refunds, 0n));
        },
      ),
      { numRuns: 8 },
    );
  });

  it("of money without a payment belong to the business and its calendar day, and to no terminal", async () => {
    const { merchant, ctx: sandbox } = await setUp("America/St_Johns");
    const ctx: MemberContext = { ...sandbox, environment: "live" };
    await makeRefunds(ctx, [
      { intentId: null, amountMicros: 7n * USDT, at: "2026-03-01T03:29:59.999Z" },
      { intentId: null, amountMicros: 8n * USDT, at: "2026-03-01T03:30:00Z" },
    ]);
    const days = await refundsWithoutPayment(ctx, { from: "2026-02-28", to: "2026-03-01" });
    expect(days).toEqual([
      { day: "2026-02-28", refunds: 1n, refundedMicros: 7n * USDT },
      { day: "2026-03-01", refunds: 1n, refundedMicros: 8n * USDT },
    ]);
    const period = { from: "2026-02-28", to: "2026-03-01" };
    const report = await sumReport(takingsInPieces(ctx, period), days);
    expect(report.spans.map(({ name, refundedMicros }) => [name, refundedMicros / USDT])).toEqual([
      ["2026-02-28", 7n],
      ["2026-03-01", 8n],
    ]);
    expect([total(report.terminals).refundedMicros, report.ofBusiness.refundedMicros]).toEqual([0n, 15n * USDT]);
    const months = await sumReport(takingsInPieces(ctx, period, { step: "month" }), days);
    expect(months.spans.map(({ refundedMicros }) => refundedMicros / USDT)).toEqual([7n, 8n]);
    const lines = await read(exportRefunds(ctx, { ...period, terminals: [] }));
    expect(lines.map(({ day, terminal, payment_id }) => [day, terminal, payment_id])).toEqual([
      ["2026-02-28", "", ""],
      ["2026-03-01", "", ""],
    ]);
    const some = { ...ctx, terminalIds: [merchant.terminalId] };
    expect(await refundsWithoutPayment(some, period)).toEqual([]);
    expect(await refundsWithoutPayment(ctx, { ...period, terminals: [merchant.terminalId] })).toEqual([]);
    expect(await refundsWithoutPayment(sandbox, period)).toEqual([]);
    expect(await read(exportRefunds(some, { ...period, terminals: [] }))).toEqual([]);
  });

  it("keep sandbox and live, and businesses, apart", async () => {
    const { merchant, ctx } = await setUp();
    const other = await setUp();
    const intentId = await paidAt(merchant, "2026-03-01T12:00:00Z", 10n);
    await makeRefunds(ctx, [{ intentId, amountMicros: 4n * USDT, at: "2026-03-01T13:00:00Z" }]);
    const period = { from: "2026-03-01", to: "2026-03-01" };
    const refunded = async (reader: MemberContext) => total(await takings(reader, period)).refundedMicros / USDT;
    expect(await Promise.all([ctx, { ...ctx, environment: "live" as const }, other.ctx].map(refunded))).toEqual([
      ...[4n, 0n, 0n],
    ]);
    await makeRefunds(ctx, [{ intentId, amountMicros: USDT }]);
    const lately = async (reader: MemberContext) => (await overview(reader, "7d")).current.refundedMicros / USDT;
    expect(await Promise.all([ctx, other.ctx].map(lately))).toEqual([1n, 0n]);
  });

  it("are those of their terminal, environment and payment alone, also once the terminal is archived", async () => {
    const { merchant, ctx } = await setUp();
    const bar = await createTerminal(merchant.ctx, { name: "Bar", timeZone: "Europe/Lisbon" });
    const [paid, at] = ["2026-03-01T12:00:00Z", "2026-03-02T12:00:00Z"];
    const [desk, drink] = [await paidAt(merchant, paid, 10n), await paidAt(merchant, paid, 10n, bar.id)];
    await makeRefunds(ctx, [
      { intentId: desk, amountMicros: USDT, at },
      { intentId: drink, amountMicros: 2n * USDT, at },
    ]);
    const live: MemberContext = { ...ctx, environment: "live" };
    const [real] = await makePayments(merchant, [{ environment: "live", createdAt: paid, amountMicros: 10n * USDT }]);
    await makeRefunds(live, [{ intentId: real?.id ?? "", amountMicros: 4n * USDT, at }]);
    const days = { from: "2026-03-02", to: "2026-03-02" };
    const amounts = async (of: MemberContext, terminals: string[] = []) =>
      (await read(exportRefunds(of, { ...days, terminals }))).map(({ refunded_usdt }) => Number(refunded_usdt)).sort();
    expect(await amounts(ctx)).toEqual([1, 2]);
    expect(await amounts(ctx, [bar.id])).toEqual([2]);
    expect(await amounts(live)).toEqual([4]);
    expect(await refundsWithoutPayment(live, days)).toEqual([]);
    const path = "get-terminal-sales?start=2026-03-02&end=2026-03-03";
    const { json } = await call(path, undefined, { key: merchant.keys.sandbox });
    expect(json.summary).toMatchObject({ total_refunded: 1, refunds_count: 1 });
    await database().sql`update terminals set archived_at = now() where id = ${bar.id}`;
    expect(figures(await takings(ctx, days))).toContainEqual(["2026-03-02", "Bar", 0n, 2n, 1n]);
  });

  it("stand in the API's report beside the unchanged totals, net below zero too", async () => {
    const { merchant, ctx } = await setUp();
    const intentId = await paidAt(merchant, "2026-03-01T12:00:00Z", 10n);
    await makePayments(merchant, [{ createdAt: "2026-03-02T12:00:00Z", amountMicros: 2_500_000n }]);
    await makeRefunds(ctx, [
      { intentId, amountMicros: 3_500_001n, at: "2026-03-02T00:00:00Z" },
      // in the next period
      { intentId, amountMicros: 1n, at: "2026-03-03T00:00:00Z" },
    ]);
    const key = merchant.keys.sandbox;
    const ask = (day: string, next: string) =>
      call(`get-terminal-sales?start=2026-03-${day}&end=2026-03-${next}`, undefined, { key });
    expect((await ask("01", "02")).json.summary).toEqual({
      ...{ total_collected: 10, currency: "USDT", sales_count: 1 },
      ...{ total_refunded: 0, refunds_count: 0, total_net: 10 },
    });
    expect((await ask("02", "03")).json.summary).toEqual({
      ...{ total_collected: 2.5, currency: "USDT", sales_count: 1 },
      ...{ total_refunded: 3.500001, refunds_count: 1, total_net: -1.000001 },
    });
  });

  it("stand beside the takings of the overview and of the keypad", async () => {
    const { merchant, ctx } = await setUp("UTC");
    const intentId = await paidAt(merchant, "2026-03-01T12:00:00Z", 10n);
    await makePayments(merchant, [{ createdAt: new Date().toISOString(), amountMicros: 3n * USDT }]);
    await makeRefunds(ctx, [{ intentId, amountMicros: 4n * USDT }]);
    const { current } = await overview(ctx, "7d");
    expect(current).toMatchObject({ micros: 3n * USDT, refundedMicros: 4n * USDT, refunds: 1n });
    const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
    if (!pos) throw new Error("the keypad is closed");
    const { today } = await shiftSummary(pos);
    expect(today).toMatchObject({ total: "3.00", count: 1, refunded: { amount: "4.00", net: "\u22121.00" } });
  });

  it("stand with each payment in the file of payments, when they are final, and formulas in reasons are text", async () => {
    const { merchant, ctx } = await setUp();
    const [refunded, kept] = [
      await paidAt(merchant, "2026-03-01T12:00:00Z", 10n),
      await paidAt(merchant, "2026-03-01T11:00:00Z", 10n),
    ];
    await makeRefunds(ctx, [
      { intentId: refunded, amountMicros: 1n * USDT, at: "2026-03-01T13:00:00Z", reason: "=HYPERLINK(1)" },
      { intentId: refunded, amountMicros: 2n * USDT, at: "2026-03-02T13:00:00Z" },
      { intentId: refunded, amountMicros: 4n * USDT, status: "sent" },
      { intentId: kept, amountMicros: 4n * USDT, status: "cancelled" },
    ]);
    const input = { filter: NO_FILTER, zone: "UTC", label: () => "Paid" };
    const lines = await read(exportPayments(ctx, input));
    expect(lines.map(({ id, refunded_usdt }) => [id, refunded_usdt])).toEqual([
      [refunded, "3"],
      [kept, "0"],
    ]);
    const period = { from: "2026-03-01", to: "2026-03-02", terminals: [] };
    const [first, second] = await read(exportRefunds(ctx, period));
    expect(first).toMatchObject({
      day: "2026-03-01",
      reason: "'=HYPERLINK(1)",
      payment_id: refunded,
      terminal: "Front desk",
    });
    expect(second).toMatchObject({
      day: "2026-03-02",
      refunded_usdt: "2",
      transaction_hash: expect.stringMatching(/^\w{64}$/),
    });
    expect(() => exportRefunds(ctx, { ...period, from: "2026-03-03" })).toThrow(
      "The end date is before the start date.",
    );
  });
});

describe("a Z-report", () => {
  it("has the refunds that were recorded while its shift was open, and never changes", async () => {
    const { merchant, ctx } = await setUp();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const [intentId, atBar] = [
      await paidAt(merchant, "2026-03-01T12:00:00Z", 100n),
      await paidAt(merchant, "2026-03-01T12:00:00Z", 100n, bar.id),
    ];
    const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
    if (!pos) throw new Error("the keypad is closed");
    const refund = (id: string, usdt: bigint, at?: string) =>
      makeRefunds(ctx, [{ intentId: id, amountMicros: usdt * USDT, at }]);
    await refund(intentId, 1n);
    await changeShift(pos, { change: "open" });
    await refund(intentId, 2n);
    await refund(atBar, 4n);
    // final in a block before the shift, recorded during it
    await refund(intentId, 8n, "2026-03-02T00:00:00Z");
    const shift = async () => {
      const read = await getShift(ctx, merchant.terminalId, 1);
      if (!read) throw new Error("no shift");
      return read;
    };
    expect(await getShiftRefunds(ctx, await shift())).toBeNull();
    await changeShift(pos, { change: "close", number: 1 });
    const closed = await shift();
    expect(await getShiftRefunds(ctx, closed)).toEqual({ count: 2n, micros: 10n * USDT });
    await refund(intentId, 16n, closed.openedAt.toISOString());
    expect(await getShiftRefunds(ctx, closed)).toEqual({ count: 2n, micros: 10n * USDT });
    await changeShift(pos, { change: "open" });
    await changeShift(pos, { change: "close", number: 2 });
    const next = await getShift(ctx, merchant.terminalId, 2);
    expect(next && (await getShiftRefunds(ctx, next))).toEqual({ count: 0n, micros: 0n });
    const foreign = { ...ctx, merchantId: (await createMerchantFixture()).merchantId };
    expect(await getShiftRefunds(foreign, closed)).toBeNull();
  });

  it("of a shift that a version without refunds opened says nothing of them", async () => {
    const { merchant, ctx } = await setUp();
    const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
    if (!pos) throw new Error("the keypad is closed");
    await database().sql`
      insert into shifts (merchant_id, terminal_id, environment, number, opened_by, paid_count_before, paid_micros_before,
                          tip_micros_before, expired_count_before, cancelled_count_before)
      values (${merchant.merchantId}, ${merchant.terminalId}, 'sandbox', 1, 'Ana', 0, 0, 0, 0, 0)`;
    await changeShift(pos, { change: "close", number: 1 });
    const closed = await getShift(ctx, merchant.terminalId, 1);
    expect(closed && (await getShiftRefunds(ctx, closed))).toBeNull();
  });
});
