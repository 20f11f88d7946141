import { InngestTestEngine } from "@inngest/test";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { inngest } from "@/inngest/client";
import { cleanUp } from "@/inngest/functions/clean-up";
import { completeDemo } from "@/inngest/functions/complete-demo";
import { deliverDue } from "@/inngest/functions/deliver-due";
import { deliverWebhook } from "@/inngest/functions/deliver-webhook";
import { expireIntent } from "@/inngest/functions/expire-intent";
import { keepBooks } from "@/inngest/functions/keep-books";
import { numberFeed } from "@/inngest/functions/number-feed";
import { readFees } from "@/inngest/functions/read-fees";
import { readRates } from "@/inngest/functions/read-rates";
import { sendNotifications } from "@/inngest/functions/send-notifications";
import { sendReports } from "@/inngest/functions/send-reports";
import { sweep } from "@/inngest/functions/sweep";
import { watchChain } from "@/inngest/functions/watch-chain";
import { publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { stopDispatcher } from "@/lib/service/jobs/dispatcher";
import { call } from "@/tests/support/api";
import { deliveriesOf, makeDue } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startInngestServer } from "@/tests/support/inngest-server";
import { startReceiver } from "@/tests/support/receiver";
import { withResolvers } from "@/tests/support/with-resolvers";

let server: Awaited<ReturnType<typeof startInngestServer>>;

/** A stop of this machine is no Inngest that hangs: what it is sent arrives. */
const deadline = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);

beforeAll(async () => {
  server = await startInngestServer();
  inngest.setEnvVars({ INNGEST_DEV: server.url });
});
afterAll(async () => {
  deadline.mockRestore();
  await stopDispatcher();
  await server.close();
});

type Fn = ConstructorParameters<typeof InngestTestEngine>[0]["function"];

/** Runs a function from its event to its end; `sleeps` names its pauses and what happens in them. */
function run(fn: Fn, name: string, data: Record<string, string>, sleeps: Record<string, () => unknown> = {}) {
  const steps = Object.entries(sleeps).map(([id, handler]) => ({ id, handler: async () => void (await handler()) }));
  return new InngestTestEngine({ function: fn }).execute({ events: [{ name, data }], steps });
}

const nothing = () => {};

async function createIntent(webhookUrl?: string) {
  const merchant = await createMerchantFixture({ webhookUrl });
  const { json } = await call("create-payment-intent", { amount_usdt: 5 }, { key: merchant.keys.sandbox });
  return { merchantId: merchant.merchantId, intentId: json.intent.id as string, expiresAt: json.intent.expires_at };
}

async function createDemo() {
  const { json } = await call("demo-create-intent", {});
  return json.intent_id as string;
}

const endNow = (id: string) =>
  database().sql`update payment_intents set expires_at = now() - interval '1 s' where id = ${id}`;
const payNow = (id: string) =>
  database().sql`update payment_intents set auto_complete_at = now() - interval '1 s' where id = ${id}`;

/** As a reset of the sandbox does. */
const remove = (id: string) =>
  database().sql.begin(async (tx) => {
    await tx`select set_config('till.sandbox_reset', merchant_id::text, true) from payment_intents where id = ${id}`;
    await tx`delete from events where intent_id = ${id}`;
    await tx`delete from payment_intents where id = ${id}`;
  });

async function eventsOf(id: string) {
  const [row] = await database().sql<[{ status: string; events: string[] }]>`
    select i.status, array(select type from events where intent_id = i.id order by type) as events
      from payment_intents i where id = ${id}`;
  return row;
}

const toldOf = (name: string) => server.events.filter((event) => event.name === name);

const SCHEDULED: [{ id(): string; opts: { triggers?: unknown } }, string, string][] = [
  [sweep, "sweep", "* * * * *"],
  [cleanUp, "clean-up", "*/10 * * * *"],
  [numberFeed, "number-feed", "* * * * *"],
  [readRates, "read-rates", "* * * * *"],
  [keepBooks, "keep-books", "* * * * *"],
  [readFees, "read-fees", "* * * * *"],
  [sendNotifications, "send-notifications", "* * * * *"],
  [sendReports, "send-reports", "*/5 * * * *"],
  [watchChain, "watch-chain", "* * * * *"],
];

it.each(SCHEDULED)("a function on a schedule keeps its ID and its times: %#", (scheduled, id, cron) => {
  expect([scheduled.id(), scheduled.opts.triggers]).toEqual([id, [expect.objectContaining({ cron })]]);
});

describe("expire-intent", () => {
  const expire = (intentId: string, expiresAt: string, sleeps: Record<string, () => unknown>) =>
    run(expireIntent, "till/intent.created", { intentId, expiresAt }, sleeps);

  it("expires an intent whose time is over, and starts the delivery of the event just written", async () => {
    const { intentId, expiresAt, merchantId } = await createIntent("http://127.0.0.1:9/hook");
    await endNow(intentId);
    const { result } = await expire(intentId, expiresAt, { "until-expiry": nothing });
    expect(result).toEqual({ status: "expired" });
    expect(await eventsOf(intentId)).toEqual({ status: "expired", events: ["intent.created", "payment.expired"] });
    const deliveries = (await deliveriesOf(merchantId)).map((row) => row.id);
    expect(deliveries).toHaveLength(2);
    const told = toldOf("till/delivery.queued").filter((event) => deliveries.includes(event.data.deliveryId ?? ""));
    expect(told.map((event) => event.id).sort()).toEqual(deliveries.map((id) => `deliver:${id}:0`).sort());
  });

  it("changes nothing when it runs twice", async () => {
    const { intentId, expiresAt } = await createIntent();
    await endNow(intentId);
    await expire(intentId, expiresAt, { "until-expiry": nothing });
    const { result } = await expire(intentId, expiresAt, { "until-expiry": nothing });
    expect(result).toEqual({ status: "expired" });
    expect(await eventsOf(intentId)).toEqual({ status: "expired", events: ["intent.created", "payment.expired"] });
  });

  it("waits for the database's clock when it comes too early", async () => {
    const { intentId, expiresAt } = await createIntent();
    const { result } = await expire(intentId, expiresAt, {
      "until-expiry": nothing,
      "pause-2": nothing,
      "pause-3": () => endNow(intentId),
    });
    expect(result).toEqual({ status: "expired" });
  });

  it("leaves an intent that stays early to the sweep", async () => {
    const { intentId, expiresAt } = await createIntent();
    const pauses = { "pause-2": nothing, "pause-3": nothing, "pause-4": nothing, "pause-5": nothing };
    const { result } = await expire(intentId, expiresAt, { "until-expiry": nothing, ...pauses });
    expect(result).toEqual({ status: "pending" });
    expect(await eventsOf(intentId)).toEqual({ status: "pending", events: ["intent.created"] });
  });

  it("ends at once for an intent that a reset of the sandbox has deleted", async () => {
    const { intentId, expiresAt } = await createIntent();
    await remove(intentId);
    const { result, error } = await expire(intentId, expiresAt, { "until-expiry": nothing });
    expect([result, error]).toEqual([{ status: "deleted" }, undefined]);
  });

  it("leaves a paid intent alone, also when the word that it settled was lost", async () => {
    const { intentId, expiresAt } = await createIntent();
    await call("simulate-payment", { id: intentId });
    await endNow(intentId);
    const { result } = await expire(intentId, expiresAt, { "until-expiry": nothing });
    expect(result).toEqual({ status: "paid" });
  });

  it("sleeps until the intent's expiry", async () => {
    const { intentId, expiresAt } = await createIntent();
    const { step } = await new InngestTestEngine({ function: expireIntent }).executeStep("until-expiry", {
      events: [{ name: "till/intent.created", data: { intentId, expiresAt } }],
    });
    expect(step).toMatchObject({ op: "Sleep", name: expiresAt });
  });

  it("refuses an event that names no intent", async () => {
    const { error } = await run(expireIntent, "till/intent.created", { intentId: "1; drop table", expiresAt: "soon" });
    expect(String((error as Error).message)).toContain("intentId");
  });
});

describe("complete-demo", () => {
  it("pays a demo intent six seconds after its creation and tells that it has settled", async () => {
    const intentId = await createDemo();
    await payNow(intentId);
    const { result } = await run(completeDemo, "till/demo.created", { intentId }, { "until-due": nothing });
    expect(result).toEqual({ status: "paid" });
    expect(await eventsOf(intentId)).toEqual({ status: "paid", events: ["intent.created", "payment.success"] });
    expect(toldOf("till/intent.settled").map((event) => event.data.intentId)).toContain(intentId);
    const again = await run(completeDemo, "till/demo.created", { intentId }, { "until-due": nothing });
    expect(again.result).toEqual({ status: "paid" });
    expect((await eventsOf(intentId)).events).toHaveLength(2);
  });

  it("sleeps until the moment in the event, else six seconds from the event's time", async () => {
    const intentId = await createDemo();
    const engine = new InngestTestEngine({ function: completeDemo });
    const until = async (data: Record<string, string>) =>
      (
        await engine.clone().executeStep("until-due", {
          events: [{ name: "till/demo.created", data: { intentId, ...data }, ts: Date.UTC(2030, 0, 1) }],
        })
      ).step.name;
    expect(await until({})).toBe("2030-01-01T00:00:06.000Z");
    expect(await until({ dueAt: "2030-01-01T00:00:01.000Z" })).toBe("2030-01-01T00:00:01.000Z");
  });
});

/**
 * Makes a merchant's deliveries due, but holds them in a transaction, as another process does. The returned function
 * ends it.
 */
async function holdDeliveries(merchantId: string): Promise<() => Promise<void>> {
  await makeDue(merchantId);
  const { promise: isHeld, resolve: hold } = withResolvers<void>();
  const { promise: isFree, resolve: free } = withResolvers<void>();
  const transaction = database().sql.begin(async (tx) => {
    await tx`
      select from webhook_deliveries d join events e on e.id = d.event_id where e.merchant_id = ${merchantId} for update of d`;
    hold();
    await isFree;
  });
  await Promise.race([isHeld, transaction]);
  return async () => {
    free();
    await transaction;
  };
}

describe("deliver-webhook", () => {
  async function delivery(...statuses: number[]) {
    let n = 0;
    const receiver = await startReceiver((_request, response) => {
      response.statusCode = statuses[Math.min(n++, statuses.length - 1)] ?? 200;
      response.end();
    });
    const { merchantId } = await createIntent(receiver.url);
    const [row] = await deliveriesOf(merchantId);
    const deliver = (sleeps: Record<string, () => unknown> = {}) =>
      run(deliverWebhook, "till/delivery.queued", { deliveryId: row?.id ?? "", endpointId: row?.id ?? "" }, sleeps);
    return { receiver, merchantId, deliver, due: () => makeDue(merchantId) };
  }

  it("attempts again at the moments that the row gives until the receiver takes it", async () => {
    const { receiver, merchantId, deliver, due } = await delivery(500, 503, 200);
    const { result, ctx } = await deliver({ "until-2": due, "until-3": due });
    expect(result).toEqual({ status: "delivered" });
    expect(receiver.requests).toHaveLength(3);
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "delivered", attempts: 3 });
    const until = Date.parse(String(ctx.step.sleepUntil.mock.calls[0]?.[1]));
    const [{ startedAt }] = await database().sql<[{ startedAt: Date }]>`
      select a.started_at as "startedAt"
        from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id join events e on e.id = d.event_id
       where e.merchant_id = ${merchantId} and a.number = 1`;
    expect(until - startedAt.getTime()).toBeGreaterThan(8_000);
    expect(until - Date.now()).toBeLessThan(12_000);
  });

  it("ends after six attempts", async () => {
    const { receiver, merchantId, deliver, due } = await delivery(500);
    const sleeps = { "until-2": due, "until-3": due, "until-4": due, "until-5": due, "until-6": due };
    expect((await deliver(sleeps)).result).toEqual({ status: "failed" });
    expect(receiver.requests).toHaveLength(6);
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "failed", attempts: 6 });
  });

  it("sends nothing when it runs twice", async () => {
    const { receiver, deliver } = await delivery(200);
    await deliver();
    expect((await deliver()).result).toEqual({ status: "delivered" });
    expect(receiver.requests).toHaveLength(1);
  });

  it("sleeps a second at least, whatever the clocks say", async () => {
    const { merchantId, deliver } = await delivery(200);
    const free = await holdDeliveries(merchantId);
    const before = Date.now();
    const { ctx } = await deliver({ "until-2": free });
    expect(Date.parse(String(ctx.step.sleepUntil.mock.calls[0]?.[1]))).toBeGreaterThanOrEqual(before + 1_000);
  });
});

describe("deliver-due", () => {
  const deliver = () => run(deliverDue, "till/webhooks.due", { at: new Date().toISOString() });

  it("attempts what is due, and starts the run that keeps the moment of the next attempt", async () => {
    const receiver = await startReceiver((_request, response) => {
      response.statusCode = 503;
      response.end();
    });
    const { merchantId } = await createIntent(receiver.url);
    const [{ id } = { id: "" }] = await deliveriesOf(merchantId);
    await deliver();
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "pending", attempts: 1 });
    expect(toldOf("till/delivery.queued").filter((event) => event.data.deliveryId === id)).toMatchObject([
      { id: `deliver:${id}:0` },
    ]);
  });

  it("is asked for when an endpoint that failed takes webhooks again, since all that waits is due then", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const { merchantId } = await createIntent(receiver.url);
    const [{ id } = { id: "" }] = await deliveriesOf(merchantId);
    await database().sql`update webhook_endpoints set failing_since = now() where merchant_id = ${merchantId}`;
    const before = toldOf("till/webhooks.due").length;
    await run(deliverWebhook, "till/delivery.queued", { deliveryId: id, endpointId: id });
    expect(toldOf("till/webhooks.due")).toHaveLength(before + 1);
  });
});

describe("the schedules", () => {
  it("sweep starts the run that keeps the moment of a retry", async () => {
    const { merchantId } = await createIntent("http://127.0.0.1:9/hook");
    const [{ id } = { id: "" }] = await deliveriesOf(merchantId);
    await run(sweep, "inngest/scheduled.timer", { cron: "* * * * *" });
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "pending", attempts: 1 });
    expect(toldOf("till/delivery.queued").some((event) => event.data.deliveryId === id)).toBe(true);
  });

  it("sweep does what nobody told of: expiries, demo payments and deliveries", async () => {
    const receiver = await startReceiver((_request, response) => response.end());
    const { intentId, merchantId } = await createIntent(receiver.url);
    const demoId = await createDemo();
    await endNow(intentId);
    await payNow(demoId);
    const { result } = await run(sweep, "inngest/scheduled.timer", { cron: "* * * * *" });
    expect(result).toEqual({ expired: expect.any(Number), demos: expect.any(Number), resetBatches: 0 });
    expect((await eventsOf(intentId)).status).toBe("expired");
    expect((await eventsOf(demoId)).status).toBe("paid");
    expect((await deliveriesOf(merchantId)).map((row) => row.status)).toEqual(["delivered", "delivered"]);
    await run(sweep, "inngest/scheduled.timer", { cron: "* * * * *" });
    expect(receiver.requests).toHaveLength(2);
  });

  it("clean-up removes what is past its retention", async () => {
    const { intentId } = await createIntent();
    await database().sql`update events set created_at = now() - interval '10 years' where intent_id = ${intentId}`;
    const { result } = await run(cleanUp, "inngest/scheduled.timer", { cron: "*/10 * * * *" });
    expect(result).toEqual({ removed: expect.any(Number) });
    expect((await eventsOf(intentId)).events).toEqual([]);
  });

  it("number-feed numbers the events that nobody has read yet", async () => {
    const { intentId } = await createIntent();
    const { result } = await run(numberFeed, "inngest/scheduled.timer", { cron: "* * * * *" });
    expect(result).toEqual({ numbered: expect.any(Number) });
    const rows = await database().sql`
      select from event_feed f join events e on e.id = f.event_id where e.intent_id = ${intentId}`;
    expect(rows).toHaveLength(1);
  });

  it("keep-books books what moved", async () => {
    const { intentId } = await createIntent();
    await simulatePayment(publicContext(database()), { id: intentId, outcome: "paid" });
    const { result } = await run(keepBooks, "inngest/scheduled.timer", { cron: "* * * * *" });
    expect(result).toEqual({ booked: expect.any(Number) });
    const lines = await database().sql`select kind from book_lines where intent_id = ${intentId}`;
    expect([...lines]).toEqual([{ kind: "sale" }]);
  });
});
