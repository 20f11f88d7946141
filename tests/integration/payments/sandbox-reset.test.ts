import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { type MemberContext, publicContext, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { simulateRefund } from "@/lib/payments/attention/simulate-refund";
import { leaveRefundAddress } from "@/lib/payments/intents/leave-refund-address";
import { requestRemaining } from "@/lib/payments/intents/request-remaining";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { changeShift } from "@/lib/payments/pos/change-shift";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { continueResets, nextResetDueMs } from "@/lib/payments/sandbox/continue-resets";
import { generateSamples } from "@/lib/payments/sandbox/generate-samples";
import { getReset } from "@/lib/payments/sandbox/get-reset";
import { requestReset } from "@/lib/payments/sandbox/request-reset";
import { annotateIntent } from "@/lib/payments/timeline/annotate";
import { tick } from "@/lib/service/jobs/tick";
import { startTicker } from "@/lib/service/jobs/ticker";
import { outcome } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { cutting } from "@/tests/support/cut-off";
import { startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { randomAddresses } from "@/tests/support/live";
import { waitForLocks } from "@/tests/support/locks";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { giveRate } from "@/tests/support/rates";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

const NAME = "Corner Bookshop";
const ENOUGH = 1_000;

let merchant: MerchantFixture;
let ctx: MemberContext;

beforeEach(async () => {
  merchant = await createMerchantFixture({ webhookUrl: "http://127.0.0.1:9/hooks" });
  ctx = await memberContext(merchant, { role: "manager" });
});

const engine = () => systemContext(database(), "test");

const ask = (name = NAME) => requestReset(ctx, { confirmation: name });

/** Rows of each table by environment; transfers by network. */
async function rows(merchantId = merchant.merchantId) {
  const { sql } = database();
  const own = sql`merchant_id = ${merchantId}`;
  const [found] = await sql`
    select (select count(*)::int from payment_intents where ${own} and environment = 'sandbox') as payments,
           (select count(*)::int from payment_intents where ${own} and environment = 'live') as live,
           (select count(*)::int from transfers where ${own}) as transfers,
           (select count(*)::int from events where ${own}) as events,
           (select count(*)::int from webhook_deliveries d join events e on e.id = d.event_id where e.${own}) as deliveries,
           (select count(*)::int from api_requests where ${own}) as requests,
           (select count(*)::int from payment_notes where ${own}) as notes,
           (select count(*)::int from refund_addresses where ${own}) as refunds,
           (select count(*)::int from shifts where ${own}) as shifts,
           (select count(*)::int from idempotency_keys k join terminals t on t.id = k.terminal_id where t.${own}) as keys`;
  return found;
}

/** The sums of the merchant's terminals, beside what they should be. */
async function sums(merchantId = merchant.merchantId) {
  const { sql } = database();
  const kept = await sql`
    select s.environment, s.span, s.starts_at, s.total_micros, s.sales_count from sales_sums s
      join terminals t on t.id = s.terminal_id where t.merchant_id = ${merchantId} order by 1, 2, 3`;
  const due = await sql`
    select environment, span, date_trunc(span, paid_at, 'UTC') as starts_at, sum(amount_micros)::bigint as total_micros,
           count(*) as sales_count
      from payment_intents cross join (values ('hour'), ('day')) spans (span)
     where merchant_id = ${merchantId} and status = 'paid' group by 1, 2, 3 order by 1, 2, 3`;
  const keptUnpaid = await sql`
    select s.environment, s.span, s.starts_at, s.expired_count, s.cancelled_count from unpaid_sums s
      join terminals t on t.id = s.terminal_id where t.merchant_id = ${merchantId} order by 1, 2, 3`;
  const dueUnpaid = await sql`
    select environment, span, date_trunc(span, coalesce(expired_at, cancelled_at), 'UTC') as starts_at,
           count(expired_at) as expired_count, count(cancelled_at) as cancelled_count
      from payment_intents cross join (values ('hour'), ('day')) spans (span)
     where merchant_id = ${merchantId} and status in ('expired', 'cancelled') group by 1, 2, 3 order by 1, 2, 3`;
  const keptPrices = await sql`
    select s.environment, s.span, s.starts_at, s.currency, s.price_minor::text as minor, s.total_micros, s.sales_count
      from price_sums s join terminals t on t.id = s.terminal_id where t.merchant_id = ${merchantId} order by 1, 2, 3, 4`;
  const duePrices = await sql`
    select environment, span, date_trunc(span, paid_at, 'UTC') as starts_at, price_currency as currency,
           sum(price_minor)::text as minor, sum(amount_micros)::bigint as total_micros, count(*) as sales_count
      from payment_intents cross join (values ('hour'), ('day')) spans (span)
     where merchant_id = ${merchantId} and status = 'paid' and price_currency is not null
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
  return { kept: [...kept, ...keptUnpaid, ...keptPrices], due: [...due, ...dueUnpaid, ...duePrices] };
}

/** One of everything that belongs to a sandbox. */
async function fill() {
  const { json } = await call(
    "create-payment-intent",
    { amount_usdt: 5 },
    { key: merchant.keys.sandbox, headers: { "Idempotency-Key": randomUUID() } },
  );
  const id = json.intent.id;
  await simulatePayment(publicContext(database()), { id, outcome: "overpaid" });
  await annotateIntent(ctx, { id, note: "Gift", tags: [], shown: { note: "", tags: [] } });
  await database().sql`
    insert into refund_addresses (payment_intent_id, merchant_id, address)
    values (${id}, ${merchant.merchantId}, ${`0x${"ab".repeat(20)}`})`;
  const [endpoint] = await database().sql<[{ id: string }]>`
    select id from webhook_endpoints where merchant_id = ${merchant.merchantId}`;
  await pingEndpoint(ctx, endpoint.id);
  await database().sql`
    insert into api_requests (id, merchant_id, terminal_id, key_id, environment, method, path, status, duration_us, address, created_at)
    select gen_random_uuid(), ${merchant.merchantId}, ${merchant.terminalId}, gen_random_uuid(), environment, 'GET', '/', 200, 1, '', now()
      from (values ('sandbox'), ('live')) as e (environment)`;
  // the call above is logged after its response
  await waitFor("the log of the call", async () => (await rows())?.requests === 3);
  const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
  if (!pos) throw new Error("the keypad is closed");
  await changeShift(pos, { change: "open" });
  return pos;
}

async function priceInEuros(): Promise<void> {
  await setMerchantCurrency(await memberContext(merchant, { role: "owner" }), { currency: "EUR", since: "2026-01-01" });
  await giveRate(merchant, { currency: "EUR" });
}

async function create(): Promise<string> {
  const { json } = await call("create-payment-intent", { amount_usdt: 5 }, { key: merchant.keys.sandbox });
  return json.intent.id;
}

async function itemOf(intentId: string): Promise<string> {
  const [item] = await database().sql<[{ id: string }]>`select id from attention_items where intent_id = ${intentId}`;
  return item.id;
}

async function attentionOf() {
  const own = database().sql`merchant_id = ${merchant.merchantId}`;
  const [counts] = await database().sql`
    select (select count(*)::int from attention_items where ${own}) as items,
           (select count(*)::int from refunds where ${own}) as refunds`;
  return counts;
}

describe("a reset of the sandbox", () => {
  it("deletes everything of the sandbox, and nothing of live and of other businesses", async () => {
    const other = await createMerchantFixture();
    await makePayments(other, [{}, { status: "expired" }]);
    await fill();
    await makePayments(merchant, [
      { environment: "live", createdAt: "2026-03-01T10:00:00Z", price: { currency: "EUR", minor: 2_490n } },
      { environment: "live", status: "expired" },
      { createdAt: "2026-03-01T10:00:00Z", price: { currency: "EUR", minor: 2_490n } },
      { status: "cancelled" },
    ]);
    const [before] = [await rows()];
    expect(before).toMatchObject({ payments: 3, live: 2, notes: 1, refunds: 1, shifts: 1, keys: 1 });
    await ask();
    await continueResets(engine(), ENOUGH);
    const after = {
      payments: 0,
      live: 2,
      transfers: 0,
      events: 0,
      deliveries: 0,
      notes: 0,
      refunds: 0,
      shifts: 0,
      keys: 0,
    };
    expect(await rows()).toMatchObject({ ...after, requests: 1 });
    const { kept, due } = await sums();
    expect(kept.length).toBeGreaterThan(0);
    expect(kept).toEqual(due);
    expect(await rows(other.merchantId)).toMatchObject({ payments: 2 });
    const log = (await auditOf(merchant.merchantId)).filter(({ action }) => action.startsWith("sandbox."));
    expect(log).toMatchObject([
      { action: "sandbox.reset_requested", actor_type: "user", address: "203.0.113.7" },
      {
        action: "sandbox.reset",
        actor_type: "user",
        address: "203.0.113.7",
        after: {
          payments: 3,
          transfers: 1,
          events: before?.events,
          deliveries: before?.deliveries,
          requests: 2,
          shifts: 1,
        },
      },
    ]);
    const keys = await database()
      .sql`select from api_keys where merchant_id = ${merchant.merchantId} and ends_at is null`;
    const endpoints = await database().sql`select from webhook_endpoints where merchant_id = ${merchant.merchantId}`;
    expect([keys.length, endpoints.length]).toEqual([1, 1]);
  });

  it("deletes a payment for its status endpoint too, in a process that remembers how it ended", async () => {
    const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    const { id } = json.intent;
    await call("simulate-payment", { id });
    const status = () => call(`intent-status?id=${id}`, undefined);
    expect((await status()).json.status).toBe("paid");
    await ask();
    await continueResets(engine(), ENOUGH);
    const remembered = processWide("intents.ended", () => new Map<string, { untilMs: number }>());
    const known = remembered.get(id);
    expect(known?.untilMs).toBeLessThan(performance.now() + 60_000);
    if (known) known.untilMs = 0;
    expect((await status()).json.code).toBe("not_found");
    expect(remembered.has(id)).toBe(false);
  });

  it("deletes what needed attention too, with its refunds and the payments of remaining amounts", async () => {
    const underpaid = await create();
    await simulatePayment(publicContext(database()), { id: underpaid, outcome: "underpaid" });
    await simulatePayment(publicContext(database()), { id: underpaid, outcome: "expired" });
    await requestRemaining(ctx, { itemId: await itemOf(underpaid) });
    const overpaid = await create();
    await simulatePayment(publicContext(database()), { id: overpaid, outcome: "overpaid" });
    const [to = ""] = randomAddresses(1);
    const given = PrepareRefundInput.parse({ itemId: await itemOf(overpaid), to, amount: "1" });
    await simulateRefund(ctx, await prepareRefund(ctx, given));
    expect(await attentionOf()).toEqual({ items: 2, refunds: 1 });
    await ask();
    await continueResets(engine(), ENOUGH);
    expect(await attentionOf()).toEqual({ items: 0, refunds: 0 });
    expect(await rows()).toMatchObject({ payments: 0, transfers: 0 });
  });

  it("is carried out in batches by any number of engines at once, and counts each row once", async () => {
    const { payments } = await generateSamples(ctx, { seed: 3 });
    await priceInEuros();
    await generateSamples(ctx, { seed: 4 });
    await generateSamples(ctx, { seed: 5 });
    const { payments: all } = (await rows()) as { payments: number };
    expect(all).toBeGreaterThan(payments * 2);
    await ask();
    expect(await continueResets(engine(), 1)).toBe(1);
    expect(await getReset(ctx)).toEqual({ payments: 500, paymentsBefore: all, finishedAt: null });
    const partly = await sums();
    expect(partly.kept.some(({ currency }) => currency === "EUR")).toBe(true);
    expect(partly.kept).toEqual(partly.due);
    while ((await nextResetDueMs(engine())) !== null) {
      await Promise.all(Array.from({ length: 8 }, () => continueResets(engine(), 2)));
    }
    expect(await getReset(ctx)).toEqual({ payments: all, paymentsBefore: all, finishedAt: expect.any(Date) });
    expect(await sums()).toEqual({ kept: [], due: [] });
    expect(await continueResets(engine(), 1)).toBe(0);
    const log = (await auditOf(merchant.merchantId)).filter(({ action }) => action === "sandbox.reset");
    expect(log).toHaveLength(1);
  });

  it("keeps payments that are created while it runs, with their sums", async () => {
    await priceInEuros();
    await generateSamples(ctx, { seed: 3 });
    await ask();
    const create = async (_: unknown, index: number) => {
      const price = index % 2 === 0 ? { amount_usdt: 2 } : { amount: "2.00", currency: "EUR" };
      const { json } = await call("create-payment-intent", price, { key: merchant.keys.sandbox });
      await simulatePayment(publicContext(database()), { id: json.intent.id, outcome: "paid" });
    };
    await Promise.all([continueResets(engine(), ENOUGH), ...Array.from({ length: 20 }, create)]);
    while ((await nextResetDueMs(engine())) !== null) await continueResets(engine(), ENOUGH);
    expect(await rows()).toMatchObject({ payments: 20, transfers: 20, events: 40 });
    const { kept, due } = await sums();
    expect(kept).toEqual(due);
    const priced = kept.filter(({ currency, span }) => currency === "EUR" && span === "day");
    expect(priced.reduce((sum, { sales_count: count }) => sum + count, 0n)).toBe(10n);
  });

  it("asked for by twenty at once, runs once; until it has finished, no month is generated and no shift changes", async () => {
    const pos = await fill();
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => ask()));
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(generateSamples(ctx, {})).rejects.toMatchObject({ code: "invalid_transition" });
    await expect(changeShift(pos, { change: "open" })).rejects.toThrow("The sandbox is being reset.");
    const live = await openPosForMember(
      await memberContext(merchant, { environment: "live" }),
      merchant.terminalId,
      "live",
    );
    if (!live) throw new Error("the keypad is closed");
    await changeShift(live, { change: "open" });
    await continueResets(engine(), ENOUGH);
    expect(await changeShift(pos, { change: "open" })).toEqual({ number: 1 });
    expect(await changeShift(pos, { change: "close", number: 1 })).toEqual({ number: 1 });
    expect(await rows()).toMatchObject({ shifts: 2 });
  });

  it("asked for by several at once for a business without terminals is refused to all but one", async () => {
    const { sql } = database();
    const [{ merchantId }] = await sql<[{ merchantId: string }]>`
      insert into merchants (name, time_zone) values (${NAME}, 'UTC') returning id as "merchantId"`;
    ctx = await memberContext({ merchantId });
    const running = await sql.begin(async (tx) => {
      await tx`select from merchants where id = ${merchantId} for update`;
      const asked = Array.from({ length: 3 }, () => outcome(ask()));
      await waitForLocks(3);
      return asked;
    });
    const refused = "invalid_transition";
    expect((await Promise.all(running)).toSorted()).toEqual(["done", refused, refused]);
    await continueResets(engine(), ENOUGH);
  });

  it("gives way to a payment that is being changed, and deletes it later", async () => {
    const [payment] = await makePayments(merchant, [{}]);
    await ask();
    await database().sql.begin(async (tx) => {
      await tx`select from payment_intents where id = ${payment?.id ?? ""} for update`;
      expect(await continueResets(engine(), 1)).toBe(0);
    });
    await continueResets(engine(), ENOUGH);
    expect(await rows()).toMatchObject({ payments: 0 });
  });

  it("of a payment that is being given a note or an address for a refund leaves none to give them to", async () => {
    const id = await create();
    await simulatePayment(publicContext(database()), { id, outcome: "overpaid" });
    await ask();
    const [address = ""] = randomAddresses(1);
    const [reached, goOn] = [withResolvers<void>(), withResolvers<void>()];
    // not held by a lock, to which it would give way
    const db = cutting(database(), (_, text) => {
      if (!text.includes("delete from events")) return;
      reached.resolve();
      return goOn.promise;
    });
    const resetting = continueResets({ ...engine(), db }, ENOUGH).then(() => "done");
    await reached.promise;
    const noting = outcome(annotateIntent(ctx, { id, note: "Gift", tags: [], shown: { note: "", tags: [] } }));
    const leaving = outcome(leaveRefundAddress(publicContext(database()), { id, address }));
    await waitForLocks(2);
    goOn.resolve();
    expect(await Promise.all([resetting, noting, leaving])).toEqual(["done", "not_found", "not_found"]);
    expect(await rows()).toMatchObject({ payments: 0 });
  });

  it("that fails holds up neither another business's nor the webhooks of a tick, and is done once it can be", async () => {
    const { sql } = database();
    await makePayments(merchant, [{}]);
    await ask();
    const other = await createMerchantFixture();
    await makePayments(other, [{}]);
    await requestReset(await memberContext(other), { confirmation: NAME });
    await sql.unsafe(`
      create function fail_reset() returns trigger language plpgsql as $$ begin raise query_canceled; end $$;
      create trigger fails before delete on payment_intents for each row
        when (old.merchant_id = '${merchant.merchantId}') execute function fail_reset()`);
    const logged = vi.spyOn(log(), "error");
    const pumped = vi.fn(async () => 0);
    const { resetBatches } = await tick(engine(), { ...startDispatcher(), pump: pumped }).finally(() =>
      sql.unsafe("drop function fail_reset cascade"),
    );
    expect(resetBatches).toBe(2);
    expect(pumped).toHaveBeenCalled();
    expect(await rows(other.merchantId)).toMatchObject({ payments: 0 });
    expect(logged.mock.calls.map(([fields]) => fields)).toMatchObject([{ merchantId: merchant.merchantId }]);
    expect(await nextResetDueMs(engine())).toBeGreaterThan(0);
    expect(await continueResets(engine(), ENOUGH)).toBe(0);
    // a minute later, by a clock that was set back meanwhile
    const minuteLater = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 61_000);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
    onTestFinished(() => {
      minuteLater.mockRestore();
      vi.useRealTimers();
    });
    expect(await continueResets(engine(), ENOUGH)).toBe(2);
    expect(await rows()).toMatchObject({ payments: 0 });
  });

  it("is carried out by the embedded engine and by a tick", async () => {
    await makePayments(merchant, [{}]);
    await ask();
    const running = startTicker(engine(), startDispatcher());
    await waitFor("the reset", async () => (await getReset(ctx))?.finishedAt !== null).finally(() => running.stop());
    await makePayments(merchant, [{}]);
    await ask();
    expect(await tick(engine(), startDispatcher())).toMatchObject({ resetBatches: 2 });
    expect(await rows()).toMatchObject({ payments: 0 });
  });

  it("is refused under another name, and in live", async () => {
    await makePayments(merchant, [{}]);
    await expect(ask("Corner Book")).rejects.toMatchObject({
      code: "invalid_request",
      extra: { field: "confirmation" },
    });
    const live = await memberContext(merchant, { environment: "live" });
    await expect(requestReset(live, { confirmation: NAME })).rejects.toMatchObject({ code: "invalid_transition" });
    expect(await nextResetDueMs(engine())).toBeNull();
    expect(await rows()).toMatchObject({ payments: 1 });
  });
});

describe("the database", () => {
  const refused = { code: "23514" };

  /** Deletes as a reset of the merchant would, and takes it back. */
  async function inReset(
    of: string,
    remove: (
      tx: Parameters<Parameters<ReturnType<typeof database>["sql"]["begin"]>[1]>[0],
    ) => Promise<{ count: number }>,
  ) {
    let count = 0;
    await database()
      .sql.begin(async (tx) => {
        await tx`select set_config('till.sandbox_reset', ${of}, true)`;
        count = (await remove(tx)).count;
        throw new Error("taken back");
      })
      .catch((error) => {
        if (error.message !== "taken back") throw error;
      });
    return count;
  }

  it("refuses to delete a live payment, transfer, refund address or shift, in a reset too", async () => {
    const [live] = await makePayments(merchant, [{ environment: "live" }]);
    const id = live?.id ?? "";
    const { sql } = database();
    await sql`
      insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number, amount_micros, occurred_at, counted)
      values (${merchant.merchantId}, ${id}, 'nile', ${randomUUID()}, 0, ${`0x${"cd".repeat(20)}`}, ${`0x${"ab".repeat(20)}`}, 1, 5, now(), true),
             (${merchant.merchantId}, ${id}, 'nile', ${randomUUID()}, 0, null, null, null, 5, now(), true)`;
    await sql`
      insert into refund_addresses (payment_intent_id, merchant_id, address)
      values (${id}, ${merchant.merchantId}, ${`0x${"ab".repeat(20)}`})`;
    const pos = await openPosForMember(
      await memberContext(merchant, { environment: "live" }),
      merchant.terminalId,
      "live",
    );
    if (!pos) throw new Error("the keypad is closed");
    await changeShift(pos, { change: "open" });
    const own = merchant.merchantId;
    const statements = [
      (tx: typeof sql) => tx`delete from payment_intents where id = ${id}`,
      (tx: typeof sql) => tx`delete from transfers where intent_id = ${id} and address is not null`,
      (tx: typeof sql) => tx`delete from transfers where intent_id = ${id} and address is null`,
      (tx: typeof sql) => tx`delete from refund_addresses where payment_intent_id = ${id}`,
      (tx: typeof sql) => tx`delete from shifts where merchant_id = ${own} and environment = 'live'`,
    ];
    for (const statement of statements) {
      await expect(statement(sql)).rejects.toMatchObject(refused);
      await expect(inReset(own, async (tx) => statement(tx as never))).rejects.toMatchObject(refused);
    }
  });

  it("refuses to delete sandbox rows outside a reset, and in the reset of another business", async () => {
    await fill();
    const own = merchant.merchantId;
    const other = await createMerchantFixture();
    const { sql } = database();
    // the overpaid payment's item refers to its transfer
    await sql`delete from attention_items where merchant_id = ${own}`;
    const statements = [
      (tx: typeof sql) => tx`delete from transfers where merchant_id = ${own}`,
      (tx: typeof sql) => tx`delete from refund_addresses where merchant_id = ${own}`,
      (tx: typeof sql) => tx`delete from shifts where merchant_id = ${own}`,
    ];
    for (const statement of statements) {
      await expect(statement(sql)).rejects.toMatchObject(refused);
      await expect(inReset(other.merchantId, async (tx) => statement(tx as never))).rejects.toMatchObject(refused);
      expect(await inReset(own, async (tx) => statement(tx as never))).toBe(1);
    }
    await makePayments(other, [{}]);
    const remove = (tx: typeof sql) => tx`delete from payment_intents where merchant_id = ${other.merchantId}`;
    await expect(remove(sql)).rejects.toMatchObject(refused);
    await expect(inReset(own, async (tx) => remove(tx as never))).rejects.toMatchObject(refused);
    expect(await inReset(other.merchantId, async (tx) => remove(tx as never))).toBe(1);
  });
});
