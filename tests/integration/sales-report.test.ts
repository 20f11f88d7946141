import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/context";
import { database } from "@/lib/db/client";
import { salesReport } from "@/lib/reports/sales";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { randomsOf } from "@/tests/support/seed";

const chance = randomsOf("sales report");

/** Paid intents at given moments; the status moves as it does in life, so that the sums follow. */
async function sell(terminal: { merchantId: string; terminalId: string }, sales: { at: string; micros: bigint }[]) {
  const { sql } = database();
  const ids = sales.map(() => randomUUID());
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
    select id, ${terminal.merchantId}, ${terminal.terminalId}, 'sandbox', micros, now() + interval '1 day'
      from unnest(${ids}::uuid[], ${sales.map((sale) => String(sale.micros))}::bigint[]) as s(id, micros)`;
  await sql`
    update payment_intents i set status = 'paid', paid_at = s.at
      from unnest(${ids}::uuid[], ${sales.map((sale) => sale.at)}::timestamptz[]) as s(id, at) where i.id = s.id`;
}

const get = (key: string, start?: string, end?: string) => {
  const query = new URLSearchParams();
  if (start) query.set("start", start);
  if (end) query.set("end", end);
  return call(`get-terminal-sales?${query}`, undefined, { key });
};

describe("terminal sales report", () => {
  it("answers the documented shape for a period that holds its start and not its end", async () => {
    const merchant = await createMerchantFixture();
    await sell(merchant, [
      { at: "2026-03-01T09:59:59.999999Z", micros: 1n },
      { at: "2026-03-01T10:00:00Z", micros: 10n },
      { at: "2026-03-01T12:30:00Z", micros: 100n },
      { at: "2026-03-01T14:59:59.999999Z", micros: 1_000n },
      { at: "2026-03-01T15:00:00Z", micros: 10_000n },
    ]);
    const { status, json } = await get(merchant.keys.sandbox, "2026-03-01T10:00:00Z", "2026-03-01T15:00:00Z");
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      merchant_name: "Corner Bookshop",
      terminal_name: "Front desk",
      reconciliation_period: { start: "2026-03-01T10:00:00.000Z", end: "2026-03-01T15:00:00.000Z" },
      summary: { total_collected: 0.00111, currency: "USDT", sales_count: 3 },
    });
  });

  it("ties out with the intents to the last millionth, for any period", async () => {
    const merchant = await createMerchantFixture();
    const base = Date.parse("2026-02-01T00:00:00Z");
    const sales = Array.from({ length: 2_000 }, () => ({
      at: new Date(base + Math.floor(chance() * 72 * 3_600_000)).toISOString(),
      micros: BigInt(1 + Math.floor(chance() * 1e9)),
    }));
    await sell(merchant, sales);
    const ctx = { ...systemContext(database(), "test"), merchantId: merchant.merchantId };
    for (let round = 0; round < 60; round++) {
      const ends = [0, 1].map(() => base + Math.floor(chance() * 72 * 3_600_000));
      const hours = round % 3 === 0 ? 3_600_000 : 1;
      const [start, end] = ends.map((ms) => Math.floor(ms / hours) * hours).sort((a, b) => a - b) as [number, number];
      const inside = sales.filter((sale) => Date.parse(sale.at) >= start && Date.parse(sale.at) < end);
      const report = await salesReport(
        ctx,
        { terminalId: merchant.terminalId, environment: "sandbox" },
        {
          start: { kind: "instant", text: new Date(start).toISOString() },
          end: { kind: "instant", text: new Date(end).toISOString() },
        },
      );
      expect(report.totalMicros).toBe(inside.reduce((sum, sale) => sum + sale.micros, 0n));
      expect(report.salesCount).toBe(BigInt(inside.length));
    }
  });

  it("writes a sum that no double holds digit by digit", async () => {
    const merchant = await createMerchantFixture();
    await sell(
      merchant,
      Array.from({ length: 20 }, () => ({ at: "2026-03-01T10:00:00Z", micros: 999_999_999_999_999n })),
    );
    const { text } = await get(merchant.keys.sandbox, "2026-03-01T00:00:00Z", "2026-03-02T00:00:00Z");
    expect(text).toContain('"total_collected":19999999999.99998,');
    expect(text).toContain('"sales_count":20');
  });

  it("without a period reports the business day so far in the terminal's zone", async () => {
    const merchant = await createMerchantFixture();
    await database().sql`
      update terminals set time_zone = 'Asia/Kathmandu', business_day_start_minutes = 360 where id = ${merchant.terminalId}`;
    const { json } = await get(merchant.keys.sandbox);
    const start = new Date(json.reconciliation_period.start);
    const local = new Intl.DateTimeFormat("en-GB", {
      timeZone: "Asia/Kathmandu",
      hour: "2-digit",
      minute: "2-digit",
    }).format(start);
    expect(local).toBe("06:00");
    const age = Date.parse(json.reconciliation_period.end) - start.getTime();
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(86_400_000);
  });

  it("reads days and local times in the terminal's zone, across a change of the clocks", async () => {
    const merchant = await createMerchantFixture();
    await database().sql`update terminals set time_zone = 'Europe/Lisbon' where id = ${merchant.terminalId}`;
    const day = await get(merchant.keys.sandbox, "2026-03-29", "2026-03-30");
    expect(day.json.reconciliation_period).toEqual({
      start: "2026-03-29T00:00:00.000Z",
      end: "2026-03-29T23:00:00.000Z",
    });
    const local = await get(merchant.keys.sandbox, "2026-07-01T09:00:00", "2026-07-01T10:00:00+01:00");
    expect(local.json.reconciliation_period).toEqual({
      start: "2026-07-01T08:00:00.000Z",
      end: "2026-07-01T09:00:00.000Z",
    });
  });

  it("takes the same names by POST, and an offset whose plus sign was not escaped", async () => {
    const { keys } = await createMerchantFixture();
    const body = { start: "2026-03-01T02:00:00+02:00", end: "2026-03-02T00:00:00Z" };
    const posted = await call("get-terminal-sales", body, { key: keys.sandbox });
    expect(posted.json.reconciliation_period.start).toBe("2026-03-01T00:00:00.000Z");
    const got = await call(`get-terminal-sales?start=${body.start}&end=${body.end}`, undefined, { key: keys.sandbox });
    expect(got.text).toBe(posted.text);
  });

  it("a bare POST asks for the business day so far", async () => {
    const { keys } = await createMerchantFixture();
    expect((await call("get-terminal-sales", "", { key: keys.sandbox })).status).toBe(200);
  });

  it("an empty period is empty, an endless stream of reports has no gap and no overlap", async () => {
    const { keys } = await createMerchantFixture();
    const moment = "2026-03-01T00:00:00Z";
    expect((await get(keys.sandbox, moment, moment)).json.summary).toEqual({
      total_collected: 0,
      currency: "USDT",
      sales_count: 0,
    });
    const first = await get(keys.sandbox, moment);
    const second = await get(keys.sandbox, first.json.reconciliation_period.end);
    expect(second.json.reconciliation_period.start).toBe(first.json.reconciliation_period.end);
  });

  it.each([
    ["2026-03-02T00:00:00Z", "2026-03-01T00:00:00Z"],
    ["yesterday", undefined],
    ["2026-02-30", undefined],
    ["2026-02-30T00:00:00Z", undefined],
    ["1740787200", undefined],
    ["9999-12-31T23:59:59Z", undefined],
    ["2999-01-01", undefined],
    [undefined, "2026-13-01"],
    ["' or 1=1 --", undefined],
  ])("from %s to %s is invalid_period", async (start, end) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await get(keys.sandbox, start, end);
    expect([status, json.code]).toEqual([400, "invalid_period"]);
  });

  it("reports the key's own terminal and environment alone", async () => {
    const mine = await createMerchantFixture();
    const theirs = await createMerchantFixture();
    await sell(theirs, [{ at: "2026-03-01T10:00:00Z", micros: 5n }]);
    const { json } = await get(mine.keys.sandbox, "2026-03-01", "2026-03-02");
    expect(json.summary.sales_count).toBe(0);
  });

  it("wants a key", async () => {
    expect((await call("get-terminal-sales", undefined)).json.code).toBe("missing_api_key");
  });
});
