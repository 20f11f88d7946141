import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as library from "till-payments";
import { client, faultyClient, serve, vectors } from "./support.mjs";

const { answers, codes, library: own } = vectors("errors");
const classes = new Map(Object.entries(library));
const classOf = (name) => classes.get(`${name}Error`);
const exactly = (text) => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
const rejected = (promise) => promise.then(assert.fail, (error) => error);

/** Answers every request alike and tells how many came. */
async function answering(context, { status, headers, body }) {
  const seen = { requests: 0 };
  const baseUrl = await serve(context, (_request, response) => {
    seen.requests += 1;
    response.writeHead(status, headers).end(body);
  });
  return { till: client({ baseUrl, maxRetries: 1 }), seen };
}

describe("an answer becomes the error of its code", () => {
  for (const one of answers) {
    test(one.name, async (context) => {
      const { till, seen } = await answering(context, one);
      const error = await rejected(till.intents.get("7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11"));
      const { class: className, message, ...facts } = one.error;
      assert.equal(error.constructor, classOf(className));
      assert.ok(error instanceof library.TillError);
      const { code, status, requestId, retryAfterSeconds } = error;
      assert.deepEqual({ status, requestId, retryAfterSeconds, code }, facts);
      assert.match(error.message, message === null ? /^.{21,}$/s : exactly(message));
      assert.equal(seen.requests, one.retried ? 2 : 1);
    });
  }
});

describe("every code of the service has its class and is asked again only if it may pass", () => {
  for (const { code, status, class: className, retried } of codes) {
    // no answer of the API has it, so in one it would go by its status
    const expected = className === "WebhookVerification" ? "Authentication" : className;
    test(code, async (context) => {
      const body = JSON.stringify({ error: "No.", code });
      const { till, seen } = await answering(context, { status, headers: {}, body });
      const error = await rejected(till.reports.sales());
      assert.equal(error.constructor, classOf(expected));
      assert.equal(error.name, `${expected}Error`);
      assert.equal(error.code, code);
      assert.equal(seen.requests, retried ? 2 : 1);
    });
  }
});

test("a Retry-After that is a date counts by the service's clock", async (context) => {
  const { till, seen } = await answering(context, {
    status: 429,
    headers: { date: "Sun, 01 Mar 2020 12:00:00 GMT", "retry-after": "Sun, 01 Mar 2020 12:01:30 GMT" },
    body: '{"error":"Later.","code":"rate_limited"}',
  });
  const error = await rejected(till.intents.get("7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11"));
  assert.equal(error.code, "rate_limited");
  assert.equal(error.retryAfterSeconds, 90);
  assert.equal(seen.requests, 1);
});

test("this library's own codes have the classes of the table", async () => {
  const { till } = faultyClient("drop.redirect", { maxRetries: 0 });
  const made = {
    connection_failed: await rejected(till.intents.get("x")),
    unexpected_answer: await rejected(till.intents.get("x")),
    wait_timeout: new library.WaitTimeoutError(null),
    invalid_configuration: await rejected(Promise.resolve().then(() => client({ baseUrl: "ftp://x" }))),
  };
  for (const { code, class: className } of own) {
    assert.equal(made[code].code, code);
    assert.equal(made[code].constructor, classOf(className));
    assert.equal(made[code].status, code === "unexpected_answer" ? 302 : null);
  }
});

test("the running service's refusals are typed, with its request id", async () => {
  const till = client();
  const unknown = await rejected(till.intents.cancel("7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11"));
  assert.equal(unknown.constructor, library.NotFoundError);
  assert.match(unknown.requestId, /^[0-9a-f-]{36}$/);
  assert.equal((await rejected(till.intents.get("no uuid"))).code, "invalid_id");
  assert.equal((await rejected(till.reports.sales({ start: "never" }))).code, "invalid_period");
  const stranger = client({ apiKey: "svc_test_00000000000000000000000000000000000000" });
  assert.equal((await rejected(stranger.intents.create({ amountUsdt: 1 }))).constructor, library.AuthenticationError);
});

describe("a client that is made wrongly is refused at once, and the message shows nothing of the key", () => {
  const key = "svc_test_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab";
  const wrong = [
    ["no key", { apiKey: undefined }],
    ["an empty key", { apiKey: "" }],
    ["a key without its prefix", { apiKey: "AbCdEfGhIjKlMnOpQrStUvWxYz0123456789ab" }],
    ["a prefix alone", { apiKey: "svc_test_" }],
    ["a line break after the key", { apiKey: `${key}\n` }],
    ["no address", { baseUrl: undefined }],
    ["an address without a scheme", { baseUrl: "pay.example.com" }],
    ["an address of another scheme", { baseUrl: "ftp://pay.example.com" }],
    ["a user name in the address", { baseUrl: `https://${key}@pay.example.com` }],
    ["a query in the address", { baseUrl: `https://pay.example.com?key=${key}` }],
    ["no time", { timeoutMs: 0 }],
    ["less than no retries", { maxRetries: -1 }],
  ];
  for (const [name, options] of wrong) {
    test(name, async () => {
      const error = await rejected(Promise.resolve().then(() => client({ apiKey: key, ...options })));
      assert.equal(error.constructor, library.ConfigurationError);
      assert.equal(error.code, "invalid_configuration");
      assert.ok(!error.message.includes("AbCdEf"));
    });
  }
});

test("the key's prefix gives the environment", () => {
  assert.deepEqual([client().environment, client().livemode], ["sandbox", false]);
  const live = client({ apiKey: "svc_live_x" });
  assert.deepEqual([live.environment, live.livemode], ["live", true]);
});
