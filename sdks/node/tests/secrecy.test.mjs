import assert from "node:assert/strict";
import { test } from "node:test";
import { format, inspect } from "node:util";
import { WebhookVerifier } from "till-payments";
import { client, faultyClient, service } from "./support.mjs";

const rejected = (promise) => promise.then(assert.fail, (error) => error);

/** Everything by which an object is usually shown. */
function shown(value) {
  const deep = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true };
  const own = Object.getOwnPropertyNames(value).map((name) => inspect(value[name], deep));
  return [
    inspect(value, deep),
    format("%o %O %s", value, value, value),
    safeJson(value),
    String(value?.stack),
    ...own,
  ].join("\n");
}

function safeJson(value) {
  return JSON.stringify(value, (_name, member) => (typeof member === "bigint" ? String(member) : member));
}

test("neither the client nor any part of it shows the key", () => {
  const till = client();
  const { intents, refunds, sandbox, reports, events, webhookEndpoints } = till;
  const parts = [intents, refunds, sandbox, reports, events, webhookEndpoints, events.listen({ after: "c1" })];
  for (const part of [till, ...parts, { nested: [till] }]) {
    assert.ok(!shown(part).includes(service.apiKey.slice(9)));
  }
});

test("a verifier shows none of its secrets", () => {
  const verifier = new WebhookVerifier([service.secret, "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="]);
  for (const part of [verifier, { nested: [verifier] }]) {
    assert.ok(!shown(part).includes(service.secret.slice(6)));
    assert.ok(!shown(part).includes("AAECAwQF"));
  }
});

test("no error shows the key, however it came about", async () => {
  const plans = ["drop", "hang", "lost", "500", "429w11", "html502", "redirect"];
  const errors = await Promise.all(
    plans.map((plan) => {
      const { till } = faultyClient(plan, { maxRetries: 0, timeoutMs: 300 });
      return rejected(till.intents.create({ amountUsdt: 1 }));
    }),
  );
  errors.push(await rejected(client().intents.create({ amountUsdt: "0.0000001" })));
  errors.push(await rejected(client().reports.sales({ start: "never" })));
  errors.push(await rejected(client({ baseUrl: "http://127.0.0.1:1", maxRetries: 0 }).reports.sales()));
  for (const error of errors) {
    assert.ok(error.code.length > 0);
    assert.ok(!shown(error).includes(service.apiKey.slice(9)), error.code);
  }
});

test("no error of a verifier shows a secret", () => {
  const verifier = new WebhookVerifier(service.secret);
  for (const [body, headers] of [
    ["{}", {}],
    [{}, verifier.sign("{}")],
    ["{ }", verifier.sign("{}")],
    ["{}", verifier.sign("{}")],
    ["{}", verifier.sign("{}", { timestamp: new Date(0) })],
  ]) {
    assert.throws(
      () => verifier.verify(body, headers),
      (error) => !shown(error).includes(service.secret.slice(6)),
    );
  }
});
