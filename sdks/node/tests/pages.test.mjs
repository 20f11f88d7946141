import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { asRead, camel, outcomeOf, scripted, service, vectors } from "./support.mjs";

const { intents, creates, lists, endpoints, retries, refused_ids: refusedIds, ...given } = vectors("pages");
const { refunds, refund_lists: refundLists, refund_retries: refundRetries } = given;
const rejected = (promise) => promise.then(assert.fail, (error) => error);
const ok = (body) => ({ status: 200, headers: { "content-type": "application/json" }, body });
const ID = "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a02";
const AUTHORIZATION = `Bearer ${service.apiKey}`;

describe("an intent is retrieved", () => {
  for (const { name, body, intent } of intents) {
    test(name, async (context) => {
      const { till, requests } = await scripted(context, [ok(body)]);
      assert.deepEqual(await till.intents.retrieve(intent.id), asRead(intent));
      const [{ method, path, headers }] = requests;
      assert.deepEqual([method, path], ["GET", `/api/v1/payment-intents/${intent.id}`]);
      assert.equal(headers.authorization, AUTHORIZATION);
    });
  }
});

/** The lists of a part of the client, which are at the path. */
function testLists(part, wanted, atPath) {
  for (const { name, list, answers, queries, first, ids, error } of wanted) {
    const params = Object.fromEntries(Object.entries(list).map(([key, value]) => [camel(key), value]));

    test(`${name}: all of them`, async (context) => {
      const { till, requests } = await scripted(context, answers);
      const seen = [];
      const all = (async () => {
        for await (const { id } of till[part].list(params)) seen.push(id);
      })();
      assert.equal((await outcomeOf(all)).error, error);
      assert.deepEqual(seen, ids);
      assert.deepEqual(
        requests.map(({ query }) => query),
        queries,
      );
      for (const { path, headers } of requests) {
        assert.equal(path, atPath);
        assert.equal(headers.authorization, AUTHORIZATION);
      }
    });

    test(`${name}: the first page`, async (context) => {
      const { till } = await scripted(context, answers);
      const { value: page, error: code } = await outcomeOf(till[part].list(params));
      const got = page && { ids: page.data.map(({ id }) => id), has_more: page.hasMore, next: page.next };
      assert.deepEqual([got ?? null, code], [first, first === null ? error : null]);
    });
  }
}

describe("intents are listed", () => {
  testLists("intents", lists, "/api/v1/payment-intents");

  test("by dates; one that is none is refused before anything is sent", async (context) => {
    const { till, requests } = await scripted(context, lists[0].answers);
    const [createdAfter, createdBefore] = ["2026-03-01T00:00:00+01:00", "2026-04-01T00:00:00Z"].map((t) => new Date(t));
    await till.intents.list({ createdAfter, createdBefore });
    const query = { created_after: "2026-02-28T23:00:00.000Z", created_before: "2026-04-01T00:00:00.000Z" };
    assert.deepEqual(requests[0].query, query);
    const error = await rejected(till.intents.list({ createdAfter: new Date("never") }));
    assert.equal(error.code, "invalid_configuration");
    assert.equal(requests.length, 1);
  });

  test("a page is read when it is needed, and not before", async (context) => {
    const { answers } = lists.find(({ queries }) => queries.length === 3);
    const { till, requests } = await scripted(context, answers);
    for await (const { id } of till.intents.list()) if (id) break;
    assert.equal(requests.length, 1);
  });

  test("an aborted signal ends it", async (context) => {
    const { answers } = lists.find(({ queries }) => queries.length === 3);
    const { till, requests } = await scripted(context, answers);
    const controller = new AbortController();
    const all = async () => {
      for await (const _intent of till.intents.list({}, { signal: controller.signal })) controller.abort();
    };
    assert.equal((await rejected(all())).name, "AbortError");
    assert.equal(requests.length, 1);
  });
});

/** The call of a vector, with its arguments in this library's form. */
function callOf(part, name, { id, ...params } = {}) {
  const member = part[camel(name)].bind(part);
  const given = Object.fromEntries(Object.entries(params).map(([key, value]) => [camel(key), value]));
  return member(...(id === undefined ? [] : [id]), ...(Object.keys(given).length > 0 ? [given] : []));
}

/** The calls of a part of the client, and which of them are made again. */
function testCalls(part, wanted, again) {
  for (const one of wanted) {
    test(one.name, async (context) => {
      const { till, requests } = await scripted(context, [one]);
      const outcome = await outcomeOf(callOf(till[part], one.call, one.arguments));
      assert.deepEqual(outcome, { value: asRead(one.result) ?? undefined, error: one.error });
      const [{ method, path, search, body, headers }] = requests;
      assert.deepEqual([method, path + search], [one.method, `/api/v1${one.path}`]);
      assert.deepEqual(body === "" ? null : JSON.parse(body), one.request);
      assert.equal(headers.authorization, AUTHORIZATION);
      assert.equal(requests.length, 1);
    });
  }

  for (const { call, method, after_503: after503, after_429: after429 } of again) {
    for (const [status, isMadeAgain] of [
      [503, after503],
      [429, after429],
    ]) {
      test(`${call} after ${status}`, async (context) => {
        const refusal = { status, headers: {}, body: '{"error":"Later.","code":"x"}' };
        const { result, ...one } = wanted.find((other) => other.call === call && other.error === null);
        const { till, requests } = await scripted(context, [refusal, one]);
        const { error } = await outcomeOf(callOf(till[part], call, one.arguments));
        assert.equal(error, isMadeAgain ? null : "x");
        assert.deepEqual(
          requests.map((request) => request.method),
          isMadeAgain ? [method, method] : [method],
        );
      });
    }
  }
}

describe("intents are created by price", () => {
  testCalls("intents", creates, [{ call: "create", method: "POST", after_503: true, after_429: true }]);

  test("what isn't one amount, or isn't text, is refused before anything is sent", async (context) => {
    const { till, requests } = await scripted(context, []);
    for (const params of [
      {},
      { currency: "EUR" },
      { amountUsdt: "24.90", currency: "EUR" },
      { amount: "24.90", currency: "EUR", amountUsdt: "24.90" },
      { amount: "24.90", currency: "EUR", amountMicros: 1n },
      { amount: 24.9, currency: "EUR" },
      { amount: 2490n, currency: "JPY" },
      { amount: null, currency: "EUR" },
    ]) {
      const error = await rejected(till.intents.create(params));
      assert.deepEqual([error.code, error.status], ["invalid_amount", null]);
    }
    assert.deepEqual(requests, []);
  });

  test("the currency of a price is left to the service", async (context) => {
    const { till, requests } = await scripted(context, [creates.find(({ error }) => error === "invalid_currency")]);
    assert.equal((await rejected(till.intents.create({ amount: "24.90" }))).code, "invalid_currency");
    assert.equal(requests[0].body, '{"amount":"24.90"}');
  });
});

describe("webhook endpoints", () => {
  testCalls("webhookEndpoints", endpoints, retries);

  test("a test event has ten seconds more than other calls", async (context) => {
    const { till } = await scripted(context, [], { timeoutMs: 1, maxRetries: 0 });
    const error = await rejected(till.webhookEndpoints.retrieve(ID));
    assert.match(error.message, / 1 ms/);
    const controller = new AbortController();
    const testing = rejected(till.webhookEndpoints.test(ID, { signal: controller.signal }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    controller.abort();
    assert.equal((await testing).name, "AbortError");
  });
});

describe("refunds", () => {
  testCalls("refunds", refunds, refundRetries);
  testLists("refunds", refundLists, "/api/v1/refunds");

  test("one idempotency key for all attempts, and one for each call unless it is given one", async (context) => {
    const { body } = refunds.find(({ call }) => call === "create");
    const later = { status: 503, headers: {}, body: '{"error":"Later.","code":"api_error"}' };
    const { till, requests } = await scripted(context, [later, ok(body), ok(body), ok(body), ok(body)]);
    const params = { intentId: ID, amountMicros: 1n };
    await till.refunds.create(params);
    await till.refunds.create(params);
    await till.refunds.create(params, { idempotencyKey: "return-1042-1" });
    await till.refunds.cancel(ID);
    const [first, again, second, third, cancel] = requests.map(({ headers }) => headers["idempotency-key"]);
    assert.match(first, /^[0-9a-f-]{36}$/);
    assert.deepEqual([again, third, cancel], [first, "return-1042-1", undefined]);
    assert.notEqual(second, first);
    assert.equal(requests[0].body, `{"amount_usdt":0.000001,"intent_id":"${ID}"}`);
  });

  test("an amount or a key that can't be is refused before anything is sent", async (context) => {
    const { till, requests } = await scripted(context, []);
    for (const [params, options, code] of [
      [{ amountUsdt: "0" }, {}, "invalid_amount"],
      [{ amountUsdt: "0.0000001" }, {}, "invalid_amount"],
      [{ amountUsdt: "1" }, { idempotencyKey: "é" }, "invalid_idempotency_key"],
    ]) {
      assert.equal((await rejected(till.refunds.create({ intentId: ID, ...params }, options))).code, code);
    }
    assert.deepEqual(requests, []);
  });
});

test("an ID that a path can't carry is refused before anything is sent", async (context) => {
  const { till, requests } = await scripted(context, []);
  const calls = ["retrieve", "update", "delete", "rotateSecret", "test"];
  for (const id of [...refusedIds, undefined]) {
    const made = calls.map((name) => till.webhookEndpoints[name](id, {}));
    made.push(till.intents.retrieve(id), till.refunds.retrieve(id), till.refunds.cancel(id));
    for (const call of made) assert.equal((await rejected(call)).code, "invalid_id");
  }
  assert.deepEqual(requests, []);
});

test("a call for one terminal names it", async (context) => {
  const { till, requests } = await scripted(context, []);
  const options = { signal: AbortSignal.timeout(300) };
  const terminalId = "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55";
  await Promise.all([
    rejected(till.intents.create({ amountUsdt: 1, terminalId }, options)),
    rejected(till.reports.sales({ start: "2026-03-01", terminalId }, options)),
  ]);
  const [created, sales] = ["POST", "GET"].map((method) => requests.find((request) => request.method === method));
  assert.deepEqual(JSON.parse(created.body), { amount_usdt: 1, terminal_id: terminalId });
  assert.deepEqual(sales.query, { start: "2026-03-01", terminal_id: terminalId });
});
