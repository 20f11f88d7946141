import { beforeEach, describe, expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import { findRotation } from "@/lib/delivery/endpoints/find-rotation";
import { activateEndpointSecret, rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { serviceSignature, standardSignature } from "@/lib/delivery/events/sign";
import { countFailed } from "@/lib/delivery/log/count-failed";
import { resendDelivery, resendFailed } from "@/lib/delivery/log/resend";
import { attemptDelivery } from "@/lib/delivery/sending/attempt-delivery";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { type Sender, webhookSender } from "@/lib/delivery/sending/send";
import { call } from "@/tests/support/api";
import { deliverDue, deliveriesOf, makeDue, newSender, startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { startRawReceiver, startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

// what a test leaves would be sent in a later one, to a port that has become another receiver's
beforeEach(async () => {
  await database().sql`delete from webhook_deliveries`;
});

/** A receiver that answers with the given statuses in turn, and with the last one from then on. */
async function receiverAnswering(...statuses: number[]) {
  let n = 0;
  return startReceiver((_request, response) => {
    response.statusCode = statuses[Math.min(n++, statuses.length - 1)] ?? 200;
    response.end(`answer ${n}`);
  });
}

async function merchantWith(receiver: { url: string }) {
  const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
  const [endpoint] = await database().sql<{ id: string }[]>`
    select id from webhook_endpoints where merchant_id = ${merchant.merchantId}`;
  return { ...merchant, endpointId: endpoint?.id as string, webhookSecret: merchant.webhookSecret as string };
}

const create = (key: string) => call("create-payment-intent", { amount_usdt: 12.5 }, { key });

async function endpointRow(id: string) {
  const [row] = await database().sql`
    select failing_since, disabled_at, disabled_reason from webhook_endpoints where id = ${id}`;
  return row as { failing_since: Date | null; disabled_at: Date | null; disabled_reason: string | null };
}

const talkNonsense = (socket: { end(text: string): void }) => socket.end("SSH-2.0-x\r\n\r\n");

describe("a delivery", () => {
  it("carries the event's bytes, five headers, and signatures that verify", async () => {
    const receiver = await receiverAnswering(200);
    const { keys, webhookSecret, merchantId } = await merchantWith(receiver);
    const { json } = await create(keys.sandbox);
    await deliverDue();
    const [{ request, body }] = receiver.requests as [(typeof receiver.requests)[0]];
    const [event] = await database().sql<{ id: string; body: string }[]>`
      select id, body from events where merchant_id = ${merchantId}`;
    expect(body).toBe(event?.body);
    expect(JSON.parse(body)).toMatchObject({ event: "intent.created", intent_id: json.intent.id });
    expect(request.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-event": "intent.created",
      "x-service-event-id": event?.id,
      "x-service-environment": "sandbox",
      "x-service-livemode": "false",
      "webhook-id": event?.id,
    });
    expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, webhookSecret));
    const timestampSeconds = Number(request.headers["webhook-timestamp"]);
    expect(request.headers["webhook-signature"]).toBe(
      standardSignature({ id: String(event?.id), timestampSeconds, body, secret: webhookSecret }),
    );
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "delivered", attempts: 1, last_status: 200 });
  });

  it("fails five times and arrives at the sixth: same id, same bytes, the designed delays, a row each", async () => {
    const receiver = await receiverAnswering(500, 500, 500, 500, 500, 200);
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    const left: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt++) {
      await deliverDue();
      const [row] = await deliveriesOf(merchantId);
      if (row?.seconds_until_next) left.push(row.seconds_until_next);
      await makeDue(merchantId);
    }
    expect(receiver.requests).toHaveLength(6);
    expect(new Set(receiver.requests.map((one) => one.body)).size).toBe(1);
    expect(new Set(receiver.requests.map((one) => one.request.headers["x-service-event-id"])).size).toBe(1);
    const attempts = await database().sql`
      select number, response_status, error_class, response_excerpt, duration_ms, signatures, request_headers,
             extract(epoch from a.next_attempt_at - started_at)::float8 as delay
        from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id
        join events e on e.id = d.event_id where e.merchant_id = ${merchantId} order by number`;
    expect(attempts.map((row) => [row.number, row.response_status, row.error_class, row.response_excerpt])).toEqual([
      [1, 500, "http_status", "answer 1"],
      [2, 500, "http_status", "answer 2"],
      [3, 500, "http_status", "answer 3"],
      [4, 500, "http_status", "answer 4"],
      [5, 500, "http_status", "answer 5"],
      [6, 200, null, "answer 6"],
    ]);
    for (const [index, wanted] of [10, 100, 1_000, 10_000, 100_000].entries()) {
      expect(attempts[index]?.delay).toBeGreaterThanOrEqual(wanted * 0.9);
      expect(left[index]).toBeLessThan(wanted * 1.1 + 1);
    }
    expect(attempts[5]?.delay).toBeNull();
    const sent = receiver.requests[0]?.request.headers ?? {};
    const standard = Buffer.from(String(sent["webhook-signature"]).replace("v1,", ""), "base64").toString("hex");
    expect(attempts[0]?.signatures.toString("hex")).toBe(`${sent["x-service-signature"]}${standard}`);
    expect(attempts[0]?.request_headers).toEqual({});
  });

  it("gives up after the sixth failure", async () => {
    const receiver = await receiverAnswering(500);
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    for (let attempt = 0; attempt < 8; attempt++) {
      await deliverDue();
      await makeDue(merchantId);
    }
    expect(receiver.requests).toHaveLength(6);
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({
      status: "failed",
      attempts: 6,
      last_error: "http_status",
    });
  });

  it("is not redirected", async () => {
    const trap = await receiverAnswering(200);
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(302, { location: trap.url }).end();
    });
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue();
    expect(trap.requests).toHaveLength(0);
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "pending", last_error: "redirect" });
  });

  it("waits as long as Retry-After asks, never shorter than the schedule", async () => {
    let asked = "3600";
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(503, { "retry-after": asked }).end();
    });
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue();
    expect((await deliveriesOf(merchantId))[0]?.seconds_until_next).toBeGreaterThan(3_590);
    asked = "1";
    await makeDue(merchantId);
    await deliverDue();
    expect((await deliveriesOf(merchantId))[0]?.seconds_until_next).toBeGreaterThan(80);
  });

  it.each([
    ["hangs", (): void => {}, "timeout", 400],
    ["resets", (socket: { destroy(): void }) => socket.destroy(), "reset", 60_000],
    ["talks nonsense", talkNonsense, "invalid_response", 60_000],
  ])("to a receiver that %s is tried again", async (_what, serve, error, totalTimeoutMs) => {
    const receiver = await startRawReceiver(serve as never);
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue({ totalTimeoutMs });
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "pending", attempts: 1, last_error: error });
  });

  it("that was interrupted is made again under its number, and the late result of the first try is void", async () => {
    const receiver = await receiverAnswering(200);
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await database().sql`
      update webhook_deliveries d set attempts = 1, leased_until = now() - interval '1 second', next_attempt_at = now()
        from events e where e.id = d.event_id and e.merchant_id = ${merchantId}`;
    await deliverDue();
    expect((await deliveriesOf(merchantId))[0]).toMatchObject({ status: "delivered", attempts: 1 });
  });

  it("is made by one of many claimers only", async () => {
    const receiver = await receiverAnswering(200);
    const { keys, merchantId } = await merchantWith(receiver);
    for (let i = 0; i < 30; i++) await create(keys.sandbox);
    const ids = (await deliveriesOf(merchantId)).map((row) => row.id);
    const ctx = systemContext(database(), "test");
    await Promise.all([deliverDue(), deliverDue(), deliverDue(), ...ids.map((id) => attemptDelivery(ctx, id))]);
    expect(receiver.requests).toHaveLength(30);
    expect(new Set(receiver.requests.map((one) => one.request.headers["x-service-event-id"])).size).toBe(30);
  });
});

describe("an endpoint", () => {
  it("hears only of its own merchant, environment, terminal and event types", async () => {
    const receiver = await receiverAnswering(200);
    const merchant = await createMerchantFixture();
    const other = await createMerchantFixture();
    const second = await createTerminal(merchant.ctx, { name: "Second" });
    const base = { environment: "sandbox" as const, url: receiver.url };
    await createEndpoint(merchant.ctx, { ...base, terminalId: second.id });
    await createEndpoint(merchant.ctx, { ...base, eventTypes: ["payment.success"] });
    await createEndpoint(merchant.ctx, { ...base, environment: "live", url: "https://example.com/hook" });
    await createEndpoint(other.ctx, base);
    await create(merchant.keys.sandbox);
    expect(await deliveriesOf(merchant.merchantId)).toHaveLength(0);
    await create(second.keys.sandbox);
    expect(await deliveriesOf(merchant.merchantId)).toHaveLength(1);
    const { json } = await create(merchant.keys.sandbox);
    await call("simulate-payment", { id: json.intent.id });
    expect(await deliveriesOf(merchant.merchantId)).toHaveLength(2);
    expect(await deliveriesOf(other.merchantId)).toHaveLength(0);
  });

  it("opt-in events stay away unless asked for", async () => {
    const receiver = await receiverAnswering(200);
    const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
    await createEndpoint(merchant.ctx, { environment: "sandbox", url: receiver.url, eventTypes: ["intent.cancelled"] });
    const { json } = await create(merchant.keys.sandbox);
    await call("cancel-payment-intent", { id: json.intent.id }, { key: merchant.keys.sandbox });
    await deliverDue();
    const types = receiver.requests.map((one) => one.request.headers["x-service-event"]);
    expect(types.sort()).toEqual(["intent.cancelled", "intent.created"]);
  });

  it("that recovers gets everything that waits for it at once", async () => {
    let up = false;
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(up ? 200 : 500).end();
    });
    const { keys, merchantId, endpointId } = await merchantWith(receiver);
    for (let i = 0; i < 5; i++) await create(keys.sandbox);
    await deliverDue();
    expect((await endpointRow(endpointId)).failing_since).not.toBeNull();
    expect((await deliveriesOf(merchantId)).every((row) => row.status === "pending")).toBe(true);
    up = true;
    await create(keys.sandbox);
    await deliverDue();
    expect((await deliveriesOf(merchantId)).map((row) => row.status)).toEqual(Array(6).fill("delivered"));
    expect((await endpointRow(endpointId)).failing_since).toBeNull();
  });

  it("that recovers after hours gets what has failed all the time at once", async () => {
    let up = false;
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(up ? 200 : 500).end();
    });
    const { keys, merchantId, endpointId } = await merchantWith(receiver);
    await create(keys.sandbox);
    for (let attempt = 1; attempt <= 4; attempt++) {
      await makeDue(merchantId);
      await deliverDue();
    }
    await database().sql`
      update webhook_endpoints set failing_since = now() - interval '1110 seconds' where id = ${endpointId}`;
    up = true;
    await create(keys.sandbox);
    await deliverDue();
    expect((await deliveriesOf(merchantId)).map((row) => row.status)).toEqual(["delivered", "delivered"]);
  });

  it("that fails for one event alone keeps the schedule of its attempts", async () => {
    let failing: unknown;
    const receiver = await startReceiver((request, response) => {
      failing ??= request.headers["webhook-id"];
      response.writeHead(request.headers["webhook-id"] === failing ? 500 : 200).end();
    });
    const { keys, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue();
    for (let n = 0; n < 6; n++) {
      await create(keys.sandbox);
      await deliverDue();
      await deliverDue();
    }
    const [first, ...others] = await deliveriesOf(merchantId);
    // the first retry, ten seconds later, may come at once
    expect(first).toMatchObject({ status: "pending", attempts: 2 });
    expect(first?.seconds_until_next).toBeGreaterThan(60);
    expect(others.map((row) => row.status)).toEqual(Array(6).fill("delivered"));
  });

  it("that asks for time gets it, although it accepts other events", async () => {
    let asked = false;
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(asked ? 200 : 429, asked ? {} : { "retry-after": "3600" }).end();
      asked = true;
    });
    const { keys, merchantId } = await merchantWith(receiver);
    for (let n = 0; n < 2; n++) {
      await create(keys.sandbox);
      await deliverDue();
    }
    const [first, second] = await deliveriesOf(merchantId);
    expect(first).toMatchObject({ status: "pending", attempts: 1 });
    expect(first?.seconds_until_next).toBeGreaterThan(3_500);
    expect(second).toMatchObject({ status: "delivered" });
  });

  it("that responds with 410 is disabled with an audit entry; its later events are kept and can be resent", async () => {
    const receiver = await receiverAnswering(410, 200);
    const { keys, merchantId, endpointId, ctx } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue();
    expect(await endpointRow(endpointId)).toMatchObject({ disabled_reason: "gone" });
    const audit = await database().sql`
      select action from audit_log where target_id = ${endpointId} and action = 'webhook_endpoint.disabled'`;
    expect(audit).toHaveLength(1);
    await create(keys.sandbox);
    await deliverDue();
    expect(receiver.requests).toHaveLength(1);
    expect((await deliveriesOf(merchantId)).map((row) => [row.status, row.last_error])).toEqual([
      ["failed", "gone"],
      ["failed", "endpoint_disabled"],
    ]);
    await enableEndpoint(ctx, endpointId);
    expect(await resendFailed(ctx, endpointId, new Date(Date.now() - 60_000))).toBe(2);
    await deliverDue();
    expect((await deliveriesOf(merchantId)).map((row) => row.status)).toEqual(["delivered", "delivered"]);
  });

  it("gets what has failed since a time, although its events are older", async () => {
    const receiver = await receiverAnswering(500);
    const { keys, merchantId, endpointId, ctx } = await merchantWith(receiver);
    const member = await memberContext({ merchantId });
    await create(keys.sandbox);
    for (let attempt = 1; attempt <= 6; attempt++) {
      await makeDue(merchantId);
      await deliverDue();
    }
    await database().sql`
      update webhook_deliveries set created_at = created_at - interval '31 hours' where endpoint_id = ${endpointId}`;
    expect(await countFailed(member, endpointId)).toEqual({ "1h": 1, "24h": 1, "7d": 1, "30d": 1 });
    expect(await resendFailed(ctx, endpointId, new Date(Date.now() + 60_000))).toBe(0);
    expect(await resendFailed(ctx, endpointId, new Date(Date.now() - 3_600_000))).toBe(1);
  });

  it("that only fails for five days is disabled once a delivery has used all its attempts", async () => {
    const receiver = await receiverAnswering(500);
    const { keys, endpointId, merchantId } = await merchantWith(receiver);
    const since = (age: string) =>
      database().sql`update webhook_endpoints set failing_since = now() - ${age}::interval where id = ${endpointId}`;
    const failAttempts = async (most: number) => {
      for (let attempt = 1; attempt <= most; attempt++) {
        await makeDue(merchantId);
        await deliverDue();
      }
    };
    await create(keys.sandbox);
    await since("4 days 23 hours");
    await failAttempts(6);
    expect(await deliveriesOf(merchantId)).toMatchObject([
      { status: "failed", attempts: 6, last_error: "http_status" },
    ]);
    expect((await endpointRow(endpointId)).disabled_at).toBeNull();
    await create(keys.sandbox);
    await since("5 days");
    await failAttempts(5);
    expect((await endpointRow(endpointId)).disabled_at).toBeNull();
    await failAttempts(1);
    expect(await endpointRow(endpointId)).toMatchObject({ disabled_reason: "failing" });
  });

  it("that failed days ago and was repaired survives the first failure after that, and so do the events behind it", async () => {
    const receiver = await receiverAnswering(...Array(6).fill(500), 200, 500, 200);
    const { ctx, keys, endpointId, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    for (let attempt = 1; attempt <= 6; attempt++) {
      await makeDue(merchantId);
      await deliverDue();
    }
    expect(await pingEndpoint(ctx, endpointId)).toMatchObject({ delivered: true });
    await database().sql`
      update webhook_endpoints set failing_since = now() - interval '7 days' where id = ${endpointId}`;
    await create(keys.sandbox);
    await deliverDue();
    expect(await endpointRow(endpointId)).toMatchObject({ disabled_at: null, failing_since: expect.any(Date) });
    await create(keys.sandbox);
    await deliverDue();
    const delivered = (await deliveriesOf(merchantId)).slice(2).map((row) => row.status);
    expect(delivered).toEqual(["delivered", "delivered"]);
    expect(await endpointRow(endpointId)).toEqual({ failing_since: null, disabled_at: null, disabled_reason: null });
  });

  it("that is too slow for the last attempts of its many events is disabled when one of them has failed for five days", async () => {
    const receiver = await receiverAnswering(500);
    const { keys, endpointId, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue();
    await database().sql`
      update webhook_endpoints set failing_since = now() - interval '5 days' where id = ${endpointId}`;
    await makeDue(merchantId);
    await deliverDue();
    expect((await endpointRow(endpointId)).disabled_at).toBeNull();
    await database().sql`
      update webhook_attempts a set started_at = now() - interval '5 days' from webhook_deliveries d
       where d.id = a.delivery_id and d.endpoint_id = ${endpointId} and a.number = 1`;
    await create(keys.sandbox);
    await makeDue(merchantId);
    await deliverDue();
    expect(await endpointRow(endpointId)).toMatchObject({ disabled_reason: "failing" });
    expect((await deliveriesOf(merchantId)).map((row) => row.last_error)).toEqual(Array(2).fill("endpoint_disabled"));
  });

  it("that answers one of many at a time gets the next one for each, and all when it is quick", async () => {
    const held: (() => void)[] = [];
    let isQuick = false;
    const receiver = await startReceiver((_request, response) => {
      if (isQuick) response.end("ok");
      else held.push(() => response.end("ok"));
    });
    const { keys, endpointId } = await merchantWith(receiver);
    await Promise.all(Array.from({ length: 96 }, () => create(keys.sandbox)));
    const dispatcher = startDispatcher({ totalTimeoutMs: 60_000 });
    await dispatcher.pump();
    await waitFor("every slot's delivery", () => receiver.requests.length === 32);
    for (const more of [1, 2, 3]) {
      held.shift()?.();
      await waitFor("one more", () => receiver.requests.length === 32 + more);
    }
    isQuick = true;
    for (const answer of held.splice(0)) answer();
    await dispatcher.idle();
    const [row] = await database().sql`
      select count(*)::int as delivered, max(attempts) as most from webhook_deliveries
       where endpoint_id = ${endpointId} and status = 'delivered'`;
    expect(row).toEqual({ delivered: 96, most: 1 });
  });

  it("that hangs holds up nobody else, and takes one slot once it is known to fail", async () => {
    let held = 0;
    const hung = await startRawReceiver(() => held++);
    const hangUp = () => {
      for (const socket of hung.sockets) socket.destroy();
    };
    const healthy = await receiverAnswering(200);
    const dead = await merchantWith(hung);
    const alive = await merchantWith(healthy);
    for (let i = 0; i < 60; i++) await create(dead.keys.sandbox);
    const dispatcher = startDispatcher({ totalTimeoutMs: 60_000 });
    await dispatcher.pump();
    await waitFor("every slot to be taken", () => held === 32);
    for (let i = 0; i < 10; i++) await create(alive.keys.sandbox);
    await dispatcher.pump();
    await waitFor("the healthy endpoint's ten events", () => healthy.requests.length === 10);
    expect((await endpointRow(dead.endpointId)).failing_since).toBeNull();
    const before = held;
    hangUp();
    await waitFor("the hung attempts to be given up", async () => (await endpointRow(dead.endpointId)).failing_since);
    await waitFor("one probe at a time", async () => {
      const [row] = await database().sql`
        select count(*) filter (where leased_until > now())::int as leased from webhook_deliveries
         where endpoint_id = ${dead.endpointId}`;
      return row?.leased === 1 && held > before;
    });
    const stopped = dispatcher.stop();
    hangUp();
    await stopped;
  });

  it("is reached at once beside other merchants' slow endpoints at the same origin", async () => {
    const held: (() => void)[] = [];
    const receiver = await startReceiver((request, response) => {
      if (request.url === "/quick") response.end();
      else held.push(() => response.end());
    });
    const origin = `http://127.0.0.1:${receiver.port}`;
    for (const name of ["a", "b", "c"]) {
      const slow = await merchantWith({ url: `${origin}/slow/${name}` });
      await Promise.all(Array.from({ length: 32 }, () => create(slow.keys.sandbox)));
    }
    const dispatcher = startDispatcher();
    await dispatcher.pump();
    await waitFor("the slow endpoints' connections", () => held.length >= 64);
    const quick = await merchantWith({ url: `${origin}/quick` });
    await create(quick.keys.sandbox);
    await dispatcher.pump();
    const settled = await waitFor("the attempt to be recorded", async () => {
      const [row] = await deliveriesOf(quick.merchantId);
      return (row?.status !== "pending" || row.last_error) && row;
    });
    for (const answer of held) answer();
    expect(settled).toMatchObject({ status: "delivered", attempts: 1 });
    expect(await endpointRow(quick.endpointId)).toMatchObject({ failing_since: null });
  });

  /** A merchant with a delivery that is due, and its endpoint's connections in use by requests that get no response. */
  async function merchantInLine(senderOf: (ctx: Context) => Sender) {
    const receiver = await startReceiver((request, response) => {
      if (request.headers["x-service-event"]) response.end();
    });
    const merchant = await merchantWith(receiver);
    const sender = senderOf(merchant.ctx);
    await create(merchant.keys.sandbox);
    const { url } = receiver;
    const request = { endpointId: merchant.endpointId, url, environment: "sandbox" as const, headers: {}, body: "{}" };
    const others = Promise.all(Array.from({ length: 64 }, () => sender.send(request)));
    await waitFor("the others", () => receiver.requests.length === 64);
    return { ...merchant, sender, others };
  }

  it("isn't failed by waiting for a connection", async () => {
    const { merchantId, endpointId, sender, others } = await merchantInLine(() => newSender(4_000));
    const dispatcher = startDispatcher({ sender });
    await dispatcher.pump();
    await dispatcher.idle();
    await others;
    expect(await deliveriesOf(merchantId)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(await endpointRow(endpointId)).toMatchObject({ failing_since: null });
  });

  it("isn't failed by waiting for a connection under Inngest either, which looks again", async () => {
    const { merchantId, endpointId, ctx, others } = await merchantInLine(({ settings }) => webhookSender(settings));
    const [delivery] = await deliveriesOf(merchantId);
    const attempt = () => attemptDelivery(ctx, delivery?.id as string);
    await attempt();
    await others;
    expect(await attempt()).toMatchObject({ done: true, status: "delivered" });
    expect(await deliveriesOf(merchantId)).toMatchObject([{ status: "delivered", attempts: 1 }]);
    expect(await endpointRow(endpointId)).toMatchObject({ failing_since: null });
  });

  it("of a foreign merchant is not there", async () => {
    const receiver = await receiverAnswering(200);
    const theirs = await merchantWith(receiver);
    const mine = await createMerchantFixture();
    await create(theirs.keys.sandbox);
    const [delivery] = await deliveriesOf(theirs.merchantId);
    const id = theirs.endpointId;
    for (const attempt of [
      () => pingEndpoint(mine.ctx, id),
      () => enableEndpoint(mine.ctx, id),
      () => rotateEndpointSecret(mine.ctx, { endpointId: id, shown: null }),
      () => activateEndpointSecret(mine.ctx, { endpointId: id, shown: new Date() }),
      () => resendFailed(mine.ctx, id, new Date(0)),
      () => resendDelivery(mine.ctx, delivery?.id as string),
      () => createEndpoint(mine.ctx, { environment: "sandbox", url: receiver.url, terminalId: theirs.terminalId }),
    ]) {
      await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it.each([
    ["ftp://example.com", "sandbox", "invalid_url_scheme"],
    ["http://example.com", "live", "http_in_live"],
    ["https://127.0.0.1", "live", "private_ip_in_live"],
    ["http://169.254.169.254/", "sandbox", "private_ip_in_live"],
  ] as const)("%s in %s is refused as %s", async (url, environment, code) => {
    const { ctx } = await createMerchantFixture();
    await expect(createEndpoint(ctx, { environment, url })).rejects.toMatchObject({ code });
  });
});

describe("test events and resending", () => {
  it("a ping goes to this endpoint alone and its answer is shown", async () => {
    const receiver = await receiverAnswering(202);
    const { ctx, endpointId } = await merchantWith(receiver);
    const answer = await pingEndpoint(ctx, endpointId);
    expect(answer).toMatchObject({ delivered: true, status: 202, errorClass: null, excerpt: "answer 1" });
    expect(JSON.parse(receiver.requests[0]?.body ?? "")).toEqual({
      event: "test.ping",
      message: expect.any(String),
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      environment: "sandbox",
      livemode: false,
      timestamp: expect.any(String),
    });
  });

  it("a ping to a server that is down says so", async () => {
    const receiver = await startRawReceiver((socket) => socket.destroy());
    const { ctx, endpointId } = await merchantWith(receiver);
    expect(await pingEndpoint(ctx, endpointId)).toMatchObject({ delivered: false, status: null, errorClass: "reset" });
  });

  it.each([410, 500])("a ping answered with %i is over, and the endpoint is as it was", async (status) => {
    const receiver = await receiverAnswering(status);
    const { ctx, endpointId, merchantId } = await merchantWith(receiver);
    const fresh = await endpointRow(endpointId);
    await pingEndpoint(ctx, endpointId);
    expect(await deliveriesOf(merchantId)).toMatchObject([{ status: "failed", attempts: 1, seconds_until_next: null }]);
    expect(await endpointRow(endpointId)).toEqual(fresh);
    await deliverDue();
    expect(receiver.requests).toHaveLength(1);
  });

  it("a ping of an endpoint that has failed for five days does not disable it", async () => {
    const receiver = await receiverAnswering(500);
    const { ctx, endpointId } = await merchantWith(receiver);
    await database()
      .sql`update webhook_endpoints set failing_since = now() - interval '6 days' where id = ${endpointId}`;
    await pingEndpoint(ctx, endpointId);
    expect(await endpointRow(endpointId)).toMatchObject({ disabled_at: null });
  });

  it("a delivered ping neither ends a failure nor sends what is pending, whoever attempts it", async () => {
    let up = false;
    const receiver = await startReceiver((_request, response) => {
      response.writeHead(up ? 200 : 500).end();
    });
    const { ctx, keys, endpointId, merchantId } = await merchantWith(receiver);
    await create(keys.sandbox);
    await deliverDue();
    const failing = await endpointRow(endpointId);
    up = true;
    expect(await pingEndpoint(ctx, endpointId)).toMatchObject({ delivered: true });
    const again = (await deliveriesOf(merchantId))[1];
    await resendDelivery(ctx, again?.id as string);
    await deliverDue();
    expect(receiver.requests.map((one) => one.request.headers["x-service-event"])).toEqual([
      "intent.created",
      "test.ping",
      "test.ping",
    ]);
    expect((await deliveriesOf(merchantId)).map((row) => row.status)).toEqual(["pending", "delivered"]);
    expect(await endpointRow(endpointId)).toEqual(failing);
  });

  it("failed pings are not resent with what failed", async () => {
    const receiver = await receiverAnswering(500);
    const { ctx, endpointId, merchantId, keys } = await merchantWith(receiver);
    await pingEndpoint(ctx, endpointId);
    expect(await resendFailed(ctx, endpointId, new Date(0))).toBe(0);
    await create(keys.sandbox);
    await database().sql`
      update webhook_deliveries set status = 'failed', next_attempt_at = null, ended_at = now()
       where endpoint_id = ${endpointId} and status = 'pending'`;
    expect(await resendFailed(ctx, endpointId, new Date(0))).toBe(1);
    expect((await deliveriesOf(merchantId)).map((row) => row.status)).toEqual(["failed", "pending"]);
  });

  it("a resend has the same id and bytes and a fresh series of six", async () => {
    const receiver = await receiverAnswering(500);
    const { keys, merchantId, ctx } = await merchantWith(receiver);
    await create(keys.sandbox);
    for (let attempt = 0; attempt < 6; attempt++) {
      await makeDue(merchantId);
      await deliverDue();
    }
    const [failed] = await deliveriesOf(merchantId);
    await resendDelivery(ctx, failed?.id as string);
    await deliverDue();
    const [again] = await deliveriesOf(merchantId);
    expect(again).toMatchObject({ status: "pending", attempts: 7 });
    expect(again?.seconds_until_next).toBeLessThan(12);
    expect(new Set(receiver.requests.map((one) => one.body)).size).toBe(1);
    expect(new Set(receiver.requests.map((one) => one.request.headers["webhook-id"])).size).toBe(1);
  });
});

describe("rotation of a secret", () => {
  it("signs with both until it is activated, then with the new one alone", async () => {
    const receiver = await receiverAnswering(200);
    const { ctx, endpointId, webhookSecret } = await merchantWith(receiver);
    const { secret } = await rotateEndpointSecret(ctx, { endpointId, shown: null });
    await pingEndpoint(ctx, endpointId);
    const shown = (await findRotation(ctx, endpointId)) as Date;
    await activateEndpointSecret(ctx, { endpointId, shown });
    await pingEndpoint(ctx, endpointId);
    const [during, after] = receiver.requests.map(({ request, body }) => ({
      body,
      service: String(request.headers["x-service-signature"]),
      standard: String(request.headers["webhook-signature"]),
    })) as [{ body: string; service: string; standard: string }, { body: string; service: string; standard: string }];
    expect(during.standard.split(" ")).toHaveLength(2);
    expect(during.service).toBe(serviceSignature(during.body, webhookSecret));
    expect(after.standard.split(" ")).toHaveLength(1);
    expect(after.service).toBe(serviceSignature(after.body, secret));
  });

  it("takes over by itself after 24 hours, and a further rotation starts from there", async () => {
    const receiver = await receiverAnswering(200);
    const { ctx, endpointId } = await merchantWith(receiver);
    const first = await rotateEndpointSecret(ctx, { endpointId, shown: null });
    await database().sql`update webhook_endpoints set next_secret_active_at = now() where id = ${endpointId}`;
    await pingEndpoint(ctx, endpointId);
    await rotateEndpointSecret(ctx, { endpointId, shown: null });
    await pingEndpoint(ctx, endpointId);
    for (const { request, body } of receiver.requests) {
      expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, first.secret));
    }
  });

  it("no secret and no key stands in clear anywhere in the database", async () => {
    const receiver = await receiverAnswering(200);
    const { ctx, endpointId, webhookSecret, keys } = await merchantWith(receiver);
    const { secret } = await rotateEndpointSecret(ctx, { endpointId, shown: null });
    await create(keys.sandbox);
    await deliverDue();
    const tables = await database().sql<{ name: string }[]>`
      select table_name as name from information_schema.tables where table_schema = 'public'`;
    const needles = [webhookSecret, secret, keys.sandbox].flatMap((text) => {
      const bare = text.replace(/^(whsec_|svc_test_)/, "");
      return [bare, Buffer.from(bare).toString("hex"), Buffer.from(bare, "base64").toString("hex")];
    });
    for (const { name } of tables) {
      const rows = await database().sql.unsafe(`select t::text as row from ${name} t`);
      const dump = rows.map((row) => row.row).join("\n");
      for (const needle of needles) expect(dump.includes(needle), `${name} holds a secret`).toBe(false);
    }
  });
});
