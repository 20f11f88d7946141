import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { MAX_MICROS } from "@/lib/base/values/money";
import { createTerminal } from "@/lib/business/terminals/create";
import { listTerminals } from "@/lib/business/terminals/list";
import { totalAttention } from "@/lib/payments/attention/attention-list";
import { requireRoomUnderCap } from "@/lib/payments/intents/daily-cap";
import { PaymentFilter } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { terminalTotals } from "@/lib/payments/pos/shift-totals";
import { overview } from "@/lib/payments/reports/overview";
import { salesReport } from "@/lib/payments/reports/sales";
import { takings } from "@/lib/payments/reports/takings";
import { takingsByHour } from "@/lib/payments/reports/takings-by-hour";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments, type PaymentDraft } from "@/tests/support/payments";

/** So many payments of the largest amount are more than a bigint of PostgreSQL holds. */
const COUNT = 9_300;
const SUM = MAX_MICROS * BigInt(COUNT);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Stays the same if the day ends meanwhile. */
const TODAY = Math.floor(Date.now() / DAY_MS);

/** An hour of an earlier UTC day. */
const at = (daysAgo: number, hour: number) => new Date((TODAY - daysAgo) * DAY_MS + hour * HOUR_MS).toISOString();
const many = (count: number, draft: PaymentDraft): PaymentDraft[] =>
  Array.from({ length: count }, () => ({ amountMicros: MAX_MICROS, ...draft }));

it("sums of thousands of the largest payments are exact wherever they are read", async () => {
  const merchant = await createMerchantFixture();
  const { merchantId, terminalId } = merchant;
  const paidOn = (days: number) => many(COUNT / 2, { status: "paid", createdAt: at(days, 12) });
  await makePayments(merchant, [...paidOn(3), ...paidOn(2), ...many(COUNT, { status: "pending" })]);
  const { sql } = database();
  const ctx = await memberContext(merchant);
  const { id: barId } = await createTerminal(ctx, { name: "Bar" });
  const atNight = [at(3, 23), at(2, 1)].flatMap((createdAt) => many(COUNT / 2, { terminalId: barId, createdAt }));
  await makePayments(merchant, atNight);
  await sql`update merchants set time_zone = 'UTC' where id = ${merchantId}`;
  await sql`
    update terminals set time_zone = 'UTC', business_day_start_minutes = case when id = ${barId} then 240 else 0 end
     where merchant_id = ${merchantId}`;
  await sql`
    insert into attention_items (merchant_id, environment, kind, amount_micros)
    select ${merchantId}, 'live', 'late', ${MAX_MICROS}::bigint from generate_series(1, ${COUNT})`;

  const [from, to] = [at(3, 0).slice(0, 10), at(2, 0).slice(0, 10)];
  const reportOf = (start: string, end?: string) => {
    const instant = (text: string) => ({ kind: "instant" as const, text });
    const period = { start: instant(start), ...(end && { end: instant(end) }) };
    return salesReport(ctx, { terminalId, environment: "sandbox" }, period);
  };
  expect(await reportOf(`${from}T00:00:00Z`)).toMatchObject({ totalMicros: SUM, salesCount: BigInt(COUNT) });
  // from stored sums of hours, and payment by payment
  expect(await reportOf(`${from}T11:30:00Z`, `${to}T12:30:00Z`)).toMatchObject({ totalMicros: SUM });

  const days = await takings(ctx, { from, to, terminals: [barId] });
  expect(days.map(({ micros }) => micros)).toEqual([SUM, 0n]);
  expect(await takingsByHour(ctx, { from, to, terminals: [terminalId] })).toMatchObject([
    { hour: 12, micros: SUM, tipMicros: 0n },
  ]);
  const seen = await overview(ctx, "7d");
  expect([seen.current.micros, seen.pending.micros]).toEqual([2n * SUM, SUM]);
  expect(seen.buckets.map(({ micros }) => micros)).toContain(SUM);

  const filter = PaymentFilter.parse({ terminal: [terminalId] });
  const page = await listPayments(ctx, { filter, cursor: null, limit: 10, withTotals: true });
  expect(page.totals).toMatchObject({ amountMicros: 2n * SUM, receivedMicros: SUM });
  const live = await memberContext(merchant, { environment: "live" });
  expect(await totalAttention(live, { show: "open" })).toMatchObject({ count: COUNT, unappliedMicros: SUM });

  const pos = await openPosForMember(ctx, terminalId, "sandbox");
  if (!pos) throw new Error("the keypad is closed");
  const totals = await sql.begin((tx) => terminalTotals(tx, pos));
  expect(totals).toMatchObject({ paidMicros: SUM, tipMicros: 0n, pendingMicros: SUM });
});

it("a cap that is smaller than the sum of a day's payments is kept", async () => {
  const merchant = await createMerchantFixture();
  const { merchantId } = merchant;
  const createdAt = new Date().toISOString();
  await makePayments(merchant, many(COUNT, { status: "pending", environment: "live", createdAt }));
  await database().sql`update merchants set daily_live_cap_micros = 1000000 where id = ${merchantId}`;
  const ask = database().sql.begin((tx) =>
    requireRoomUnderCap(tx, { merchantId, amountMicros: 1n, quote: null, at: new Date() }),
  );
  await expect(ask).rejects.toMatchObject({ code: "daily_cap_exceeded" });
});

it("a terminal's takings of today are exact, however large those of its hours are", async () => {
  const { merchantId, terminalId } = await createMerchantFixture();
  const hour = 9_000_000_000_000_000_000n;
  await database().sql`
    insert into sales_sums (terminal_id, environment, span, starts_at, total_micros, sales_count)
    select ${terminalId}, 'sandbox', 'hour', date_trunc('hour', now(), 'UTC') + make_interval(hours => n), ${hour}::bigint, 1
      from generate_series(0, 1) n`;
  const [terminal] = await listTerminals(await memberContext({ merchantId }));
  expect(terminal?.today.micros).toBe(2n * hour);
});
