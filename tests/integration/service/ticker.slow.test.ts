import { describe, expect, it, onTestFinished, vi } from "vitest";
import * as ready from "@/app/api/health/ready/route";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { nextDeliveryDueMs } from "@/lib/delivery/sending/pending";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { nextIntentDueMs } from "@/lib/payments/intents/next-due";
import { removeOld } from "@/lib/service/jobs/remove-old";
import { readHealth } from "@/lib/service/jobs/service-health";
import { tick } from "@/lib/service/jobs/tick";
import { startTicker } from "@/lib/service/jobs/ticker";
import { call } from "@/tests/support/api";
import { startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startRawReceiver, startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

const ctx = () => systemContext(database(), "test");

function ticker() {
  const started = startTicker(ctx(), startDispatcher());
  onTestFinished(() => started.stop());
  return started;
}

const statusOf = async (id: string) => (await call(`intent-status?id=${id}`, undefined)).json.status;

describe("the embedded engine", () => {
  it("does by itself what becomes due: demo payment, expiry, delivery", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    const running = ticker();
    const demo = await call("demo-create-intent", "");
    const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    running.wake();
    await waitFor("the first event", () => receiver.requests.length === 1);
    await database().sql`
      update payment_intents set auto_complete_at = now() + interval '300 ms' where id = ${demo.json.intent_id}`;
    await database().sql`
      update payment_intents set expires_at = now() + interval '400 ms' where id = ${json.intent.id}`;
    running.wake();
    await waitFor("the demo payment", async () => (await statusOf(demo.json.intent_id)) === "paid");
    await waitFor("the expiry", async () => (await statusOf(json.intent.id)) === "expired");
    running.wake();
    await waitFor("two events", () => receiver.requests.length === 2);
    expect(receiver.requests.map((one) => one.request.headers["x-service-event"])).toEqual([
      "intent.created",
      "payment.expired",
    ]);
  });

  it("stops its dispatcher at once, without which a claim under way might not end", async () => {
    let end = () => {};
    const pumping = new Promise<number>((resolve) => {
      end = () => resolve(0);
    });
    const begun = vi.fn(() => pumping);
    const busy = { pump: begun, idle: async () => {}, stop: async () => end() };
    const running = startTicker(ctx(), busy);
    await waitFor("a claim", () => begun.mock.calls.length === 1);
    await running.stop();
  });

  it("finds work nobody woke it for", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    ticker();
    await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    await waitFor("the event", () => receiver.requests.length === 1);
  });

  it("two engines at once do everything once", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    const engines = [ticker(), ticker()];
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
        return json.intent.id as string;
      }),
    );
    await database().sql`update payment_intents set expires_at = now() where id = any(${ids}::uuid[])`;
    for (const engine of engines) engine.wake();
    await waitFor("forty events", () => receiver.requests.length >= 40);
    for (const engine of engines) engine.wake();
    for (const engine of engines) await engine.stop();
    expect(new Set(receiver.requests.map((one) => one.request.headers["webhook-id"])).size).toBe(40);
    expect(receiver.requests).toHaveLength(40);
  });
});

describe("one look of a scheduled engine", () => {
  it("does all that is due, and nothing the second time", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    for (let i = 0; i < 3; i++) {
      await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    }
    await database().sql`
      update payment_intents set expires_at = now() where merchant_id = ${merchant.merchantId}`;
    const dispatcher = startDispatcher();
    expect((await tick(ctx(), dispatcher)).expired).toBe(3);
    expect(receiver.requests).toHaveLength(6);
    expect((await tick(ctx(), dispatcher)).expired).toBe(0);
    expect(receiver.requests).toHaveLength(6);
  });
});

describe("health", () => {
  it("is ready while payments can be taken; work left undone is a detail that the log tells of once", async () => {
    const merchant = await createMerchantFixture();
    expect(await readHealth(ctx())).toMatchObject({ ready: true });
    const withoutLatest = (set: string) =>
      database().sql.unsafe(`
        update drizzle.__drizzle_migrations set created_at = created_at ${set}
         where id = (select max(id) from drizzle.__drizzle_migrations)`);
    await withoutLatest("- 1");
    expect(await readHealth(ctx())).toMatchObject({ ready: false, checks: { migrations: false } });
    await withoutLatest("+ 1");
    const { json } = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    await database().sql`
      update payment_intents set expires_at = now() - interval '2 minutes' where id = ${json.intent.id}`;
    expect((await nextIntentDueMs(ctx())).expiry).toBeLessThan(-100_000);
    expect(await readHealth(ctx())).toMatchObject({ ready: true, checks: { database: true, jobs: false } });
    const error = vi.spyOn(log(), "error");
    onTestFinished(() => error.mockRestore());
    for (let asked = 0; asked < 2; asked++) {
      const answer = await ready.GET();
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ status: "ok", checks: { jobs: false, chain: null, limits: null } });
    }
    expect(error.mock.calls).toEqual([[{ alarm: "jobs" }, "health: jobs needs attention"]]);
    await expireDueIntents(ctx());
    expect((await readHealth(ctx())).checks.jobs).toBe(true);
  });
});

describe("a receiver that hangs with a backlog", () => {
  it("counts as work that is being done, and is no reason to look again and again", async () => {
    const hung = await startRawReceiver(() => {});
    const hangUp = () => {
      for (const socket of hung.sockets) socket.destroy();
    };
    const merchant = await createMerchantFixture({ webhookUrl: hung.url });
    for (let i = 0; i < 40; i++) {
      await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    }
    await database().sql`
      update webhook_deliveries d set next_attempt_at = now() - interval '1 hour' from events e
       where e.id = d.event_id and e.merchant_id = ${merchant.merchantId}`;
    expect((await readHealth(ctx())).checks.jobs).toBe(false);
    const dispatcher = startDispatcher({ totalTimeoutMs: 60_000 });
    await dispatcher.pump();
    expect((await readHealth(ctx())).checks.jobs).toBe(true);
    expect(await nextDeliveryDueMs(ctx())).toBeNull();
    await waitFor("every attempt to be under way", () => hung.sockets.length === 32);
    const stopped = dispatcher.stop();
    hangUp();
    await stopped;
  });
});

describe("retention", () => {
  it("removes what is too old, and only that", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    const headers = { "idempotency-key": "k" };
    await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox, headers });
    await tick(ctx(), startDispatcher());
    const { sql } = database();
    const counts = async () => {
      const [row] = await sql`
        select (select count(*)::int from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
                  join events e on e.id = d.event_id where e.merchant_id = ${merchant.merchantId}) as attempts,
               (select count(*)::int from events where merchant_id = ${merchant.merchantId}) as events,
               (select count(*)::int from idempotency_keys where terminal_id = ${merchant.terminalId}) as keys`;
      return row;
    };
    await removeOld(ctx());
    expect(await counts()).toEqual({ attempts: 1, events: 1, keys: 1 });
    await sql`update webhook_attempts set started_at = now() - interval '31 days'`;
    await sql`update idempotency_keys set ends_at = now() where terminal_id = ${merchant.terminalId}`;
    await removeOld(ctx());
    expect(await counts()).toEqual({ attempts: 0, events: 1, keys: 0 });
    await sql`update events set created_at = now() - interval '181 days' where merchant_id = ${merchant.merchantId}`;
    await removeOld(ctx());
    expect(await counts()).toEqual({ attempts: 0, events: 0, keys: 0 });
  });
});
