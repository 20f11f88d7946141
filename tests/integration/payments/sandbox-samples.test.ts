import { beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { createTerminal } from "@/lib/business/terminals/create";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { changeShift } from "@/lib/payments/pos/change-shift";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { takings } from "@/lib/payments/reports/takings";
import { generateSamples } from "@/lib/payments/sandbox/generate-samples";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

let merchant: MerchantFixture;
let ctx: MemberContext;

beforeEach(async () => {
  merchant = await createMerchantFixture();
  ctx = await memberContext(merchant, { role: "manager" });
});

const countOf = async (table: string) => {
  const { sql } = database();
  const [row] = await sql<[{ count: number }]>`
    select count(*)::int as count from ${sql(table)} where merchant_id = ${merchant.merchantId}`;
  return row.count;
};

describe("sample payments", () => {
  it("are written with their transfers, without events or deliveries, and recorded in the audit log", async () => {
    await createEndpoint(ctx, {
      environment: "sandbox",
      terminalId: null,
      url: "http://127.0.0.1:9/hooks",
    });
    const { payments } = await generateSamples(ctx, { seed: 7 });
    expect(payments).toBeGreaterThan(300);
    expect(await countOf("payment_intents")).toBe(payments);
    expect(await countOf("transfers")).toBeGreaterThan(payments / 2);
    expect(await countOf("events")).toBe(0);
    const audit = (await auditOf(merchant.merchantId)).filter(({ action }) => action.startsWith("sandbox."));
    expect(audit).toMatchObject([{ action: "sandbox.samples_generated", after: { payments }, actor_type: "user" }]);
  });

  it("are as if they had been taken: sums, counted transfers and report agree", async () => {
    await generateSamples(ctx, { seed: 7 });
    const { sql } = database();
    const [facts] = await sql`
      select sum(amount_micros) filter (where status = 'paid')::bigint as paid,
             count(*) filter (where status = 'paid')::int as "paidCount",
             count(*) filter (where status = 'expired')::int as expired,
             count(*) filter (where status = 'cancelled')::int as cancelled,
             count(*) filter (where status = 'pending')::int as pending,
             count(*) filter (where flags & 1 <> 0 and status = 'expired')::int as underpaid,
             count(*) filter (where flags & 2 <> 0)::int as overpaid,
             count(*) filter (where (status = 'paid') <> (transfer_id is not null))::int as unproved,
             count(*) filter (where received_micros <> coalesce(
               (select sum(amount_micros) from transfers t where t.intent_id = i.id and counted), 0))::int as miscounted,
             count(*) filter (where uncounted_micros <> coalesce(
               (select sum(amount_micros) from transfers t where t.intent_id = i.id and not counted), 0))::int as "lateMiscounted"
        from payment_intents i where merchant_id = ${merchant.merchantId} and environment = 'sandbox'`;
    expect(facts).toMatchObject({ pending: 0, unproved: 0, miscounted: 0, lateMiscounted: 0 });
    expect(facts?.underpaid).toBeGreaterThan(0);
    expect(facts?.overpaid).toBeGreaterThan(0);
    const [sums] = await sql`
      select (select sum(total_micros)::bigint from sales_sums where terminal_id = ${merchant.terminalId} and span = 'day') as paid,
             (select sum(sales_count)::int from sales_sums where terminal_id = ${merchant.terminalId} and span = 'hour') as "paidCount",
             (select sum(expired_count)::int from unpaid_sums where terminal_id = ${merchant.terminalId} and span = 'day') as expired,
             (select sum(cancelled_count)::int from unpaid_sums where terminal_id = ${merchant.terminalId} and span = 'hour') as cancelled`;
    const { paid, paidCount, expired, cancelled } = facts ?? {};
    expect(sums).toEqual({ paid, paidCount, expired, cancelled });
    const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    const rows = await takings(ctx, { from: day(31), to: day(-1) });
    expect(rows.reduce((sum, row) => sum + row.micros, 0n)).toBe(paid);
  });

  it("are priced in the business's currency, most of them, once it has one with a current rate", async () => {
    const owner = await memberContext(merchant, { role: "owner" });
    await setMerchantCurrency(owner, { currency: "EUR", since: "2026-01-01" });
    await generateSamples(ctx, { seed: 7 });
    const { sql } = database();
    const count = async () => {
      const [row] = await sql<[{ priced: number; all: number }]>`
        select (count(price_minor) filter (where price_currency = 'EUR' and price_rate = '1.0895'))::int as priced,
               count(*)::int as all
          from payment_intents where merchant_id = ${merchant.merchantId}`;
      return row;
    };
    const without = await count();
    expect(without.priced).toBe(0);
    const rate = { source: "manual", currency: "EUR", rate: "1.0895", way: "usdt_per_unit", confirmed: true };
    await setRate(owner, SetRateInput.parse(rate));
    await generateSamples(ctx, { seed: 7 });
    const { priced, all } = await count();
    expect(priced / (all - without.all)).toBeGreaterThan(0.4);
    expect(priced / (all - without.all)).toBeLessThan(0.8);
    const [sums] = await sql`
      select (select sum(price_minor)::text from payment_intents
               where merchant_id = ${merchant.merchantId} and status = 'paid') as due,
             (select sum(price_minor)::text from price_sums
               where terminal_id = ${merchant.terminalId} and span = 'day') as kept`;
    expect(sums?.kept).toBe(sums?.due);
  });

  it("of the same seed are the same payments", async () => {
    const other = await createMerchantFixture();
    await generateSamples(ctx, { seed: 11 });
    await generateSamples(await memberContext(other), { seed: 11 });
    // later ones may have ended between the two
    const dayAgo = new Date(Date.now() - 86_400_000);
    const monthOf = (merchantId: string) => database().sql`
      select amount_micros, reference, status, created_at, received_micros from payment_intents
       where merchant_id = ${merchantId} and created_at < ${dayAgo} order by created_at, amount_micros`;
    const month = await monthOf(merchant.merchantId);
    expect(month.length).toBeGreaterThan(300);
    expect(await monthOf(other.merchantId)).toEqual(month);
  });

  it("are refused in live, and while a shift is open", async () => {
    const live = await memberContext(merchant, { environment: "live" });
    await expect(generateSamples(live, {})).rejects.toMatchObject({ code: "invalid_transition" });
    const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
    if (!pos) throw new Error("the keypad is closed");
    await changeShift(pos, { change: "open" });
    await expect(generateSamples(ctx, {})).rejects.toThrow("A shift is open at Front desk.");
    expect(await countOf("payment_intents")).toBe(0);
    await changeShift(pos, { change: "close", number: 1 });
    await generateSamples(ctx, {});
  });

  it("aren't kept back by a shift that was left open at an archived terminal, which gets none of them", async () => {
    const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
    if (!pos) throw new Error("the keypad is closed");
    await changeShift(pos, { change: "open" });
    await database().sql`update terminals set archived_at = now() where id = ${merchant.terminalId}`;
    const bar = await createTerminal(ctx, { name: "Bar" });
    await generateSamples(ctx, {});
    const taken = await database().sql`
      select distinct terminal_id as id from payment_intents where merchant_id = ${merchant.merchantId}`;
    expect(taken).toEqual([{ id: bar.id }]);
  });

  it("need a terminal that isn't archived", async () => {
    await database().sql`update terminals set archived_at = now() where merchant_id = ${merchant.merchantId}`;
    await expect(generateSamples(ctx, {})).rejects.toThrow("There is no terminal");
  });
});
