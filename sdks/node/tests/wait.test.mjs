import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { WaitTimeoutError } from "till-payments";
import { client, control, faultyClient, serve, waitFor } from "./support.mjs";

const rejected = (promise) => promise.then(assert.fail, (error) => error);
const ID = "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11";

const statusOf = (status, expiresAt = "2026-03-01T12:30:00.000Z") =>
  JSON.stringify({ id: ID, amount_usdt: 1, status, environment: "sandbox", livemode: false, expires_at: expiresAt });

describe("wait", () => {
  for (const [outcome, end] of Object.entries({ paid: "paid", expired: "expired" })) {
    test(`gives the intent that is ${end}, at the next look`, async () => {
      const till = client();
      const { id } = await till.intents.create({ amountUsdt: 1 });
      const waiting = till.intents.wait(id, { intervalMs: 50 });
      await till.sandbox.simulate(id, outcome);
      assert.equal((await waiting).status, end);
    });
  }

  test("looks at once, then every two seconds", async (context) => {
    const looks = [];
    const baseUrl = await serve(context, (_request, response) => {
      looks.push(performance.now());
      response.end(statusOf(looks.length < 3 ? "pending" : "paid", new Date(Date.now() + 60_000).toISOString()));
    });
    const till = client({ baseUrl });
    assert.equal((await till.intents.wait(ID)).status, "paid");
    assert.ok(looks[1] - looks[0] >= 1_990 && looks[2] - looks[1] >= 1_990);
    // it is paid by now: a wait that began with a pause would time out
    assert.equal((await till.intents.wait(ID, { intervalMs: 600_000 })).status, "paid");
  });

  test("outlasts lost answers, errors of the service and limits", async () => {
    const { till, requests } = faultyClient("drop.500.html502.429w0.lost.hang", { timeoutMs: 5_000 });
    const { id } = await client().intents.create({ amountUsdt: 1 });
    await client().sandbox.simulate(id);
    assert.equal((await till.intents.wait(id, { intervalMs: 20 })).status, "paid");
    assert.equal((await requests()).length, 7);
  });

  test("outlasts a service that is stopped and started again", async () => {
    const till = client();
    const { id } = await till.intents.create({ amountUsdt: 1 });
    const waiting = till.intents.wait(id, { intervalMs: 100 });
    await control("stop");
    await rejected(till.intents.get(id, { maxRetries: 0 }));
    await control("start");
    await till.sandbox.simulate(id);
    assert.equal((await waiting).status, "paid");
  });

  test("a create that begins while the service is away is answered once it is back, with one intent", async () => {
    await control("stop");
    const idempotencyKey = `restart ${Math.random()}`;
    const creating = client({ maxRetries: 20 }).intents.create({ amountUsdt: 1 }, { idempotencyKey });
    await control("start");
    const intent = await creating;
    assert.equal((await client().intents.create({ amountUsdt: 1 }, { idempotencyKey })).id, intent.id);
  });

  test("any other error ends it", async () => {
    assert.equal((await rejected(client().intents.wait(ID))).code, "not_found");
    assert.equal((await rejected(client().intents.wait("no uuid"))).code, "invalid_id");
    const { till } = faultyClient("redirect");
    assert.equal((await rejected(till.intents.wait(ID))).code, "unexpected_answer");
  });

  test("is aborted at once, while it looks and between two looks", async () => {
    const { id } = await client().intents.create({ amountUsdt: 1 });
    for (const plan of ["hang", "ok"]) {
      const { till, requests } = faultyClient(plan);
      const controller = new AbortController();
      const waiting = rejected(till.intents.wait(id, { signal: controller.signal, intervalMs: 60_000 }));
      await waitFor("the first look", async () => (await requests()).length === 1);
      controller.abort(new Error("enough"));
      assert.equal((await waiting).message, "enough");
    }
  });

  test("a status that is not known yet is an end", async (context) => {
    const baseUrl = await serve(context, (_request, response) => response.end(statusOf("refunded")));
    assert.equal((await client({ baseUrl }).intents.wait(ID)).status, "refunded");
  });
});

// side by side, since a deadline that leaves room for an answer on a busy machine takes seconds
describe("the deadline of a wait", { concurrency: true }, () => {
  test("ends it, and not before, with the intent as last seen", async () => {
    const till = client();
    const { id } = await till.intents.create({ amountUsdt: 1 });
    const started = performance.now();
    const error = await rejected(till.intents.wait(id, { timeoutMs: 5_000, intervalMs: 250 }));
    assert.ok(performance.now() - started >= 5_000);
    assert.ok(error instanceof WaitTimeoutError);
    assert.equal(error.code, "wait_timeout");
    assert.equal(error.intent.id, id);
    assert.equal(error.intent.status, "pending");
  });

  test("ends it also while nobody answers, and tells what was wrong", async () => {
    const { till } = faultyClient("drop.hang.hang.hang");
    const error = await rejected(till.intents.wait(ID, { timeoutMs: 400, intervalMs: 50 }));
    assert.equal(error.code, "wait_timeout");
    assert.equal(error.intent, null);
    assert.equal(error.cause.code, "connection_failed");
  });

  test("hides no earlier error when it cuts off a poll", async () => {
    const { till } = faultyClient("503.hang");
    const error = await rejected(till.intents.wait(ID, { timeoutMs: 5_000, intervalMs: 50 }));
    assert.equal(error.code, "wait_timeout");
    assert.equal(error.cause.status, 503);
  });

  test("is by default five minutes after the expiry, by the service's clock and not by this machine's", async (context) => {
    const clock = Date.parse("2020-01-01T00:00:00Z");
    const expired = new Date(clock - 299_000).toISOString();
    let looks = 0;
    const baseUrl = await serve(context, (_request, response) => {
      looks += 1;
      response.setHeader("date", new Date(clock).toUTCString());
      response.end(statusOf("pending", expired));
    });
    const started = performance.now();
    const error = await rejected(client({ baseUrl }).intents.wait(ID, { intervalMs: 100 }));
    assert.equal(error.code, "wait_timeout");
    assert.ok(performance.now() - started >= 990);
    // one second has room for eleven, five minutes have room for a thousand
    assert.ok(looks <= 20, `${looks} looks`);
  });
});
