import { describe, expect, it } from "vitest";
import { byDay, byTerminal, type ReportLine, sumReport, total } from "@/components/reports/report-sums";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { CSV_STYLES } from "@/lib/base/exports/formats";
import { writeCsv } from "@/lib/base/exports/write-csv";
import { createDeviceLink, MOST_DEVICES } from "@/lib/business/devices/create";
import { MOST_REPLACED_KEYS, rotateKey } from "@/lib/business/keys/rotate";
import { createTerminal, MOST_TERMINALS } from "@/lib/business/terminals/create";
import { createEndpoint, MOST_ENDPOINTS } from "@/lib/delivery/endpoints/create";
import { DEFAULT_EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { toSpans } from "@/lib/payments/reports/report-spans";
import { sumTakings, type TakingsRow, takings, takingsInPieces } from "@/lib/payments/reports/takings";
import { takingsByHour } from "@/lib/payments/reports/takings-by-hour";
import { exportTakings } from "@/lib/payments/reports/takings-export";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";

const YEAR = { from: "2024-01-01", to: "2024-12-31" };

type Merchant = Awaited<ReturnType<typeof createMerchantFixture>>;

/** Terminals in two time zones, each with a sale of some days. */
async function addTerminals({ merchantId }: Merchant, count: number) {
  await database().sql`
    with made as (
      insert into terminals (merchant_id, name, time_zone)
      select ${merchantId}, 'Till ' || n, case when n % 2 = 0 then 'Europe/Lisbon' else 'Asia/Kathmandu' end
        from generate_series(1, ${count}::int) n
      returning id),
    sold as (
      select id, day from made cross join generate_series('2024-01-03'::timestamptz, '2024-12-30', interval '30 days') day)
    insert into sales_sums (terminal_id, environment, span, starts_at, total_micros, sales_count)
    select id, 'sandbox', span, date_trunc(span, day + interval '10 hours', 'UTC'), 1000001, 1
      from sold cross join (values ('hour'), ('day')) spans (span)`;
}

describe("a long report", () => {
  it("of a year and a hundred terminals comes out whole, in pieces that let the event loop go on", async () => {
    const merchant = await createMerchantFixture();
    await addTerminals(merchant, 99);
    const ctx = await memberContext(merchant);
    let [turns, isOver] = [0, false];
    const count = () => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    let [lines, most, pieces] = [0, 0, 0];
    for await (const text of writeCsv(exportTakings(takingsInPieces(ctx, YEAR)), CSV_STYLES.csv)) {
      pieces += 1;
      most = Math.max(most, text.length);
      lines += text.split("\r\n").length - 1;
    }
    isOver = true;
    expect(lines).toBe(1 + 100 * 366);
    expect(most).toBeLessThan(50_000);
    expect(pieces).toBeGreaterThan(366);
    // not one long run: a query for every ten days, and a slice after every few milliseconds
    expect(turns).toBeGreaterThan(36);
  });

  it("adds up to the same in pieces as at once, by day and by terminal", async () => {
    const merchant = await createMerchantFixture();
    await addTerminals(merchant, 39);
    await makePayments(merchant, [
      { createdAt: "2024-02-29T23:10:00Z", endedAt: "2024-02-29T23:20:00Z", amountMicros: 7n },
    ]);
    const ctx = await memberContext(merchant);
    const period = { from: "2024-02-01", to: "2024-04-15" };
    const pieces: number[] = [];
    for await (const rows of takingsInPieces(ctx, period)) pieces.push(new Set(rows.map(({ day }) => day)).size);
    expect(pieces).toEqual([25, 25, 25]);
    const rows = await takings(ctx, period);
    const sums = await sumReport(takingsInPieces(ctx, period));
    expect(sums.spans).toEqual(byDay(rows));
    expect(sums.terminals).toEqual(byTerminal(rows));
    expect(sums.lastSpan).toEqual(rows.filter(({ day }) => day === "2024-04-15"));
    expect(sums.names).toEqual(rows.filter(({ day }) => day === "2024-02-01").map(({ terminalName }) => terminalName));
    expect(sums.latest[0]?.ends).toEqual(new Date(Math.max(...rows.map(({ ends }) => ends.getTime()))));
    expect(await sumTakings(ctx, period)).toBe(total(rows).micros);
    expect(await sumTakings(ctx, { ...period, terminals: [merchant.terminalId] })).toBe(7n);
    expect(await sumTakings(await memberContext(await createMerchantFixture()), period)).toBe(0n);
  });

  it("adds up by month to the same as by day, in a query for many months", async () => {
    const merchant = await createMerchantFixture();
    await addTerminals(merchant, 39);
    await database()
      .sql`update terminals set business_day_start_minutes = 270 where merchant_id = ${merchant.merchantId}`;
    await makePayments(merchant, [
      // 04:29 and 04:30 in Lisbon: the last minute of February's business days and the first of March's
      { createdAt: "2024-03-01T04:20:00Z", endedAt: "2024-03-01T04:29:59.999999Z", amountMicros: 7n },
      { createdAt: "2024-03-01T04:20:00Z", endedAt: "2024-03-01T04:30:00Z", amountMicros: 500n },
    ]);
    await database().sql`
      update terminals set archived_at = now() where merchant_id = ${merchant.merchantId} and name in ('Till 3', 'Till 4')`;
    const ctx = await memberContext(merchant);
    const period = { from: "2024-01-15", to: "2024-11-20" };
    const pieces: TakingsRow[][] = [];
    for await (const rows of takingsInPieces(ctx, period, { step: "month" })) pieces.push(rows);
    expect(pieces).toHaveLength(1);
    const days = await takings(ctx, period);
    const months = pieces.flat();
    const monthly = (rows: TakingsRow[]) => {
      const sums = new Map<string, { micros: bigint; sales: bigint }>();
      for (const { day, terminalId, micros, sales } of rows.filter((row) => row.sales > 0n)) {
        const key = `${day.slice(0, 7)} ${terminalId}`;
        const sum = sums.get(key) ?? { micros: 0n, sales: 0n };
        sums.set(key, { micros: sum.micros + micros, sales: sum.sales + sales });
      }
      return new Map([...sums].sort());
    };
    expect(monthly(months)).toEqual(monthly(days));
    const own = months.filter(({ terminalId }) => terminalId === merchant.terminalId);
    expect(own.map(({ day }) => day)).toEqual(toSpans(period, "month").map(({ from }) => from));
    expect(own.slice(0, 3).map(({ micros }) => micros)).toEqual([0n, 7n, 500n]);
    const sums = await sumReport(takingsInPieces(ctx, period, { step: "month" }));
    expect(total(sums.spans)).toEqual(total(days));
    expect(sums.terminals.map(({ id, micros, sales, period }) => ({ id, micros, sales, to: period?.to }))).toEqual(
      byTerminal(days).map(({ id, micros, sales }) => ({ id, micros, sales, to: expect.any(String) })),
    );
    // the link of a terminal's sum is to the same instants, unless the terminal is archived and so has no row without
    // sales
    const ends = (lines: ReportLine[]) => lines.filter(({ name }) => !["Till 3", "Till 4"].includes(name));
    expect(ends(sums.terminals)).toEqual(ends(byTerminal(days)));
  });

  it("has its hours from queries of some days each, which add up to all of them", async () => {
    const merchant = await createMerchantFixture();
    const at = (moment: string) => ({ createdAt: moment, endedAt: moment, amountMicros: 5n });
    await makePayments(
      merchant,
      ["2024-02-01T09:00:00Z", "2024-02-14T09:59:59Z", "2024-02-15T09:00:00Z", "2024-04-30T09:30:00Z"].map(at),
    );
    const ctx = await memberContext(merchant);
    const hours = await takingsByHour(ctx, { from: "2024-02-01", to: "2024-04-30" });
    expect(hours).toEqual([{ hour: 9, micros: 20n, sales: 4n, tipMicros: 0n }]);
  });

  it("ends with its reader, between two queries", async () => {
    const merchant = await createMerchantFixture();
    await addTerminals(merchant, 99);
    const ctx = await memberContext(merchant);
    const gone = new AbortController();
    let pieces = 0;
    for await (const _ of takingsInPieces(ctx, YEAR, { signal: gone.signal })) {
      pieces += 1;
      gone.abort();
    }
    expect(pieces).toBe(1);
  });

  it("of a period that is refused says so before it begins", async () => {
    const ctx = await memberContext(await createMerchantFixture());
    expect(() => takingsInPieces(ctx, { from: "2024-01-01", to: "2025-01-01" })).toThrow("at most 366 days");
  });
});

describe("the terminals of a business", () => {
  const create = (ctx: MemberContext, name: string) => createTerminal(ctx, { name });

  it("are limited, archived ones included, also for several who add the last at once", async () => {
    const merchant = await createMerchantFixture();
    await addTerminals(merchant, MOST_TERMINALS - 2);
    await database()
      .sql`update terminals set archived_at = now() where merchant_id = ${merchant.merchantId} and name < 'Till 3'`;
    const ctx = await memberContext(merchant);
    const made = await Promise.allSettled(["a", "b", "c", "d"].map((name) => create(ctx, name)));
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(create(ctx, "one more")).rejects.toMatchObject({
      code: "conflict",
      message: `A business can have ${MOST_TERMINALS} terminals, archived ones included. Restore one that you have archived and give it a new name.`,
    });
    await expect(create(await memberContext(await createMerchantFixture()), "of another")).resolves.toBeDefined();
  });
});

describe("what lists show whole", () => {
  it("is limited: endpoints of a business, devices of a terminal, and replaced keys that still work", async () => {
    const { merchantId, terminalId } = await createMerchantFixture();
    const ctx = await memberContext({ merchantId });
    const { sql } = database();
    await sql`
      insert into webhook_endpoints (merchant_id, environment, url, event_types, secret)
      select ${merchantId}, 'sandbox', 'https://shop.example/' || n, '{payment.success}', ''
        from generate_series(1, ${MOST_ENDPOINTS}::int) n`;
    const endpoint = { terminalId: null, url: "https://shop.example/hook", eventTypes: DEFAULT_EVENT_TYPES };
    await expect(createEndpoint(ctx, { ...endpoint, environment: "sandbox" })).rejects.toMatchObject({
      code: "limit_reached",
      message: `A business can have ${MOST_ENDPOINTS} endpoints in the sandbox. Delete one that you no longer need.`,
    });
    await expect(createEndpoint(ctx, { ...endpoint, environment: "live" })).resolves.toBeDefined();

    await sql`
      insert into device_links (merchant_id, terminal_id, environment, name, token_hash, created_by, expires_at)
      select ${merchantId}, ${terminalId}, 'sandbox', 'Tablet', sha256(n::text::bytea), ${ctx.actor.userId}, now() + interval '1 day'
        from generate_series(1, ${MOST_DEVICES}::int) n`;
    const device = createDeviceLink(ctx, { terminalId, name: "One more" });
    await expect(device).rejects.toThrow(`A terminal can have ${MOST_DEVICES} devices. Revoke one`);

    const rotate = (graceHours: 0 | 24) => rotateKey(ctx, { terminalId, environment: "sandbox", graceHours });
    for (let n = 0; n < MOST_REPLACED_KEYS; n++) await rotate(24);
    await expect(rotate(24)).rejects.toThrow(`${MOST_REPLACED_KEYS} earlier keys of this terminal still work.`);
    await expect(rotate(0)).resolves.toBeDefined();
  });
});
