import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { type Database, database, openDatabase } from "@/lib/base/db/client";
import { lockIntent } from "@/lib/payments/intents/credit";
import { recordedUntil } from "@/lib/payments/intents/recording";
import { payInSandbox, simulatePayment } from "@/lib/payments/intents/simulate";
import { salesReport } from "@/lib/payments/reports/sales";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { hasPgBouncer, startPgBouncer } from "@/tests/support/pgbouncer";
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

/** Pending intents of one micro-USDT each. */
async function pending({ merchantId, terminalId }: MerchantFixture, count: number): Promise<string[]> {
  const rows = await database().sql<{ id: string }[]>`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
    select gen_random_uuid(), ${merchantId}, ${terminalId}, 'sandbox', 1, now() + interval '1 day'
      from generate_series(1, ${count}::int) returning id`;
  return rows.map((row) => row.id);
}

/** Pays in a transaction that stays open while `meanwhile` runs. */
async function payDuring<T>(id: string, meanwhile: () => Promise<T>): Promise<T> {
  return database().sql.begin(async (tx) => {
    const intent = await lockIntent(tx, id);
    if (!intent) throw new Error("no such intent");
    await payInSandbox(tx, intent);
    return meanwhile();
  }) as Promise<T>;
}

/** Pays in several processes while consecutive reports are read: each payment must be in one of them. */
async function payBesideReports(open: () => Database) {
  const merchant = await createMerchantFixture();
  const ids = await pending(merchant, 300);
  const since = await databaseNow();
  let start = since;
  const processes: Database[] = [1, 2, 3].map(open);
  const payAll = async (db: Database) => {
    for (let id = ids.pop(); id; id = ids.pop()) {
      await simulatePayment(systemContext(db, "test"), { id, outcome: "paid" });
    }
  };
  const [reporter] = processes as [Database];
  const ctx = { ...systemContext(reporter, "test"), merchantId: merchant.merchantId };
  const terminal = { terminalId: merchant.terminalId, environment: "sandbox" as const };
  let [total, reports, isPaying] = [0n, 0, true];
  const read = async () => {
    const report = await salesReport(ctx, terminal, { start: { kind: "instant", text: start } });
    start = report.end.toISOString();
    total += report.salesCount;
    reports++;
  };
  try {
    const paid = Promise.all(processes.flatMap((db) => [db, db, db]).map(payAll)).finally(() => {
      isPaying = false;
    });
    while (isPaying) await read();
    await paid;
    await read();
  } finally {
    await Promise.all(processes.map((db) => db.close()));
  }
  const whole = await get(merchant.keys.sandbox, since);
  expect([total, whole.json.summary.sales_count]).toEqual([300n, 300]);
  expect(reports).toBeGreaterThan(2);
}

async function databaseNow(): Promise<string> {
  const [{ now }] = await database().sql<[{ now: Date }]>`select clock_timestamp() as now`;
  return now.toISOString();
}

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
      summary: {
        ...{ total_collected: 0.00111, currency: "USDT", sales_count: 3 },
        ...{ total_refunded: 0, refunds_count: 0, total_net: 0.00111 },
      },
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
      total_refunded: 0,
      refunds_count: 0,
      total_net: 0,
    });
    const first = await get(keys.sandbox, moment);
    const second = await get(keys.sandbox, first.json.reconciliation_period.end);
    expect(second.json.reconciliation_period.start).toBe(first.json.reconciliation_period.end);
  });

  it.each([
    ["without an end", () => undefined],
    ["with the present as its end", databaseNow],
  ])("%s, a report read while a payment is being recorded leaves it to the next one", async (_, endOf) => {
    const merchant = await createMerchantFixture();
    const { sandbox } = merchant.keys;
    const [open = ""] = await pending(merchant, 1);
    const ago = async (seconds: number) => new Date(Date.parse(await databaseNow()) - seconds * 1_000).toISOString();
    await sell(merchant, [{ at: await ago(30), micros: 1n }]);
    let start = await ago(60);
    const counts: number[] = [];
    const report = async () => {
      const { json } = await get(sandbox, start, await endOf());
      expect(json.reconciliation_period.start).toBe(start);
      start = json.reconciliation_period.end;
      counts.push(json.summary.sales_count);
    };
    await payDuring(open, async () => {
      await report();
      await report();
    });
    await report();
    await report();
    expect(counts).toEqual([1, 0, 1, 0]);
  });

  it("reports one after another have each payment of several processes once", () =>
    payBesideReports(() => openDatabase(process.env.DATABASE_URL as string, { pool: 4 })));

  it.skipIf(!hasPgBouncer())("and so they have through PgBouncer in transaction mode", async () => {
    const directUrl = process.env.DATABASE_URL as string;
    const pooled = await startPgBouncer(directUrl);
    await payBesideReports(() => openDatabase(pooled, { pool: 4, directUrl }));
  });

  it("has every payment that was recorded before it was asked for, also of the same millisecond", async () => {
    const merchant = await createMerchantFixture();
    const ids = await pending(merchant, 200);
    const ctx = { ...systemContext(database(), "test"), merchantId: merchant.merchantId };
    const start = { kind: "instant", text: await databaseNow() } as const;
    const counts: bigint[] = [];
    for (const id of ids) {
      await database().sql`update payment_intents set status = 'paid', paid_at = clock_timestamp() where id = ${id}`;
      const report = await salesReport(ctx, { terminalId: merchant.terminalId, environment: "sandbox" }, { start });
      counts.push(report.salesCount);
    }
    expect(counts).toEqual(ids.map((_, index) => BigInt(index + 1)));
  });

  it("only payments hold a report's end back: not other writers, nor a long read", async () => {
    const merchant = await createMerchantFixture();
    await database().sql.begin("isolation level repeatable read", async (reader) => {
      await reader`select from merchants`;
      await database().sql.begin(async (writer) => {
        await writer`update merchants set name = name where id = ${merchant.merchantId}`;
        const asked = await databaseNow();
        const { json } = await get(merchant.keys.sandbox);
        expect(json.reconciliation_period.end >= asked).toBe(true);
      });
    });
  });

  it("an account that sees nothing of other sessions knows of their payments", async () => {
    const merchant = await createMerchantFixture();
    const [open = ""] = await pending(merchant, 1);
    const { sql } = database();
    await sql`create role till_sees_nothing`;
    const ask = () =>
      sql.begin(async (tx) => {
        await tx`set local role till_sees_nothing`;
        return recordedUntil(tx);
      });
    const until = await payDuring(open, ask);
    const [{ paidAt }] = await sql<
      [{ paidAt: Date }]
    >`select paid_at as "paidAt" from payment_intents where id = ${open}`;
    expect(until.getTime()).toBeLessThanOrEqual(paidAt.getTime());
    expect((await ask()).getTime()).toBeGreaterThanOrEqual(paidAt.getTime());
    await sql`drop role till_sees_nothing`;
  });

  it("an end in the future is kept, with what is recorded so far", async () => {
    const merchant = await createMerchantFixture();
    const [paid = ""] = await pending(merchant, 1);
    await simulatePayment(systemContext(database(), "test"), { id: paid, outcome: "paid" });
    for (const [start, count] of [
      ["2026-01-01T00:00:00Z", 1],
      ["9998-01-01T00:00:00Z", 0],
    ] as const) {
      const { json } = await get(merchant.keys.sandbox, start, "9998-02-01T00:00:00Z");
      expect(json.reconciliation_period).toEqual({
        start: new Date(start).toISOString(),
        end: "9998-02-01T00:00:00.000Z",
      });
      expect(json.summary.sales_count).toBe(count);
    }
  });

  it("a local time is taken to the millisecond, as the end of the answer is", async () => {
    const merchant = await createMerchantFixture();
    await sell(merchant, [{ at: "2026-03-01T10:00:00.000400Z", micros: 1n }]);
    const first = await get(merchant.keys.sandbox, "2026-03-01", "2026-03-01T10:00:00.0009");
    const second = await get(merchant.keys.sandbox, first.json.reconciliation_period.end, "2026-03-02");
    expect([first, second].map(({ json }) => json.summary.sales_count)).toEqual([0, 1]);
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
