import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { ConnectionError } from "till-payments";
import { client, faultyClient, serve, service } from "./support.mjs";

const rejected = (promise) => promise.then(assert.fail, (error) => error);

test("an intent is created with everything it may have, and read again", async () => {
  const till = client();
  const made = await till.intents.create({
    amountUsdt: "12.50",
    reference: "order-1042 🧾",
    metadata: { cart: "8812", __proto__x: "y" },
    expiresInSeconds: 900,
    successUrl: "https://shop.example/thanks?order=1042&x=ü",
    cancelUrl: "https://shop.example/cart",
  });
  assert.deepEqual(Object.keys(made), [
    "id",
    "amountUsdt",
    "amountMicros",
    "status",
    "environment",
    "livemode",
    "expiresAt",
    "checkoutUri",
    "checkoutUrl",
    "reference",
    "metadata",
    "terminalName",
    "successUrl",
    "cancelUrl",
    "quote",
  ]);
  assert.equal(made.status, "pending");
  assert.equal(made.reference, "order-1042 🧾");
  assert.deepEqual(made.metadata, { cart: "8812", __proto__x: "y" });
  assert.equal(made.terminalName, "Front desk");
  assert.equal(made.successUrl, "https://shop.example/thanks?order=1042&x=ü");
  assert.equal(made.cancelUrl, "https://shop.example/cart");
  assert.equal(made.quote, null);
  assert.equal(made.checkoutUri, `service:pay?intent=${made.id}`);
  assert.equal(made.checkoutUrl, `${service.url}/pay/${made.id}`);
  const seconds = (made.expiresAt.getTime() - Date.now()) / 1_000;
  assert.ok(seconds > 800 && seconds < 1_000);
  const { checkoutUri, checkoutUrl, reference, metadata, terminalName, successUrl, cancelUrl, quote, ...intent } = made;
  assert.deepEqual(await till.intents.get(made.id), intent);
});

test("an intent is cancelled once; again it is a conflict", async () => {
  const till = client();
  const { id } = await till.intents.create({ amountUsdt: 1 });
  assert.equal((await till.intents.cancel(id)).status, "cancelled");
  assert.equal((await rejected(till.intents.cancel(id))).code, "invalid_transition");
});

for (const [outcome, status] of Object.entries({
  paid: "paid",
  underpaid: "pending",
  overpaid: "paid",
  late: "expired",
  expired: "expired",
})) {
  test(`a simulated customer: ${outcome}`, async () => {
    const till = client();
    const { id } = await till.intents.create({ amountUsdt: 2 });
    assert.equal((await till.sandbox.simulate(id, outcome)).status, status);
  });
}

test("a demo intent tells when it pays itself", async () => {
  const demo = await client().sandbox.createDemo();
  assert.equal(demo.environment, "sandbox");
  assert.equal(demo.autoCompletesInMs, 6_000);
  assert.ok(demo.amountMicros > 0n);
  assert.equal((await client().intents.get(demo.id)).amountUsdt, demo.amountUsdt);
});

test("the sales report counts what was paid, by moments and by text", async () => {
  const till = client();
  const before = await till.reports.sales();
  const { id } = await till.intents.create({ amountUsdt: "0.000001" });
  await till.sandbox.simulate(id);
  const after = await till.reports.sales();
  assert.equal(after.salesCount, before.salesCount + 1);
  assert.equal(after.totalMicros, before.totalMicros + 1n);
  assert.equal(after.terminalName, "Front desk");
  assert.equal(after.currency, "USDT");
  const day = { start: new Date(Date.now() - 3_600_000), end: "2100-01-01" };
  assert.ok((await till.reports.sales(day)).salesCount >= 1);
});

test("an address with and without its version, with and without a slash, is the same", async () => {
  for (const suffix of ["", "/", "/api/v1", "/api/v1/"]) {
    const till = client({ baseUrl: service.url + suffix });
    assert.equal((await till.reports.sales()).terminalName, "Front desk");
  }
});

describe("what is lost on the way", () => {
  for (const plan of ["drop", "lost", "500", "503", "429w0", "html502", "lost.503.drop"]) {
    test(`create after ${plan}: one intent, one idempotency key`, async () => {
      const { till, requests } = faultyClient(plan);
      const reference = `lost ${plan} ${Math.random()}`;
      const intent = await till.intents.create({ amountUsdt: "3", reference });
      const sent = await requests();
      assert.equal(sent.length, plan.split(".").length + 1);
      const keys = new Set(sent.map(({ headers }) => headers["idempotency-key"]));
      assert.equal(keys.size, 1);
      assert.match([...keys][0], /^[0-9a-f-]{36}$/);
      assert.deepEqual(new Set(sent.map(({ body }) => body)).size, 1);
      const again = await client().intents.create({ amountUsdt: "3", reference }, { idempotencyKey: [...keys][0] });
      assert.equal(again.id, intent.id);
    });
  }

  test("two creates have two keys", async () => {
    const { till, requests } = faultyClient("ok");
    await till.intents.create({ amountUsdt: 1 });
    await till.intents.create({ amountUsdt: 1 });
    const [first, second] = (await requests()).map(({ headers }) => headers["idempotency-key"]);
    assert.notEqual(first, second);
  });

  test("a cancel whose answer was lost is not a conflict", async () => {
    const { till, requests } = faultyClient("ok.lost");
    const { id } = await till.intents.create({ amountUsdt: 1 });
    assert.equal((await till.intents.cancel(id)).status, "cancelled");
    assert.equal((await requests()).length, 3);
  });

  test("a simulated payment whose answer was lost is not made again; a refused one is", async () => {
    const { id } = await client().intents.create({ amountUsdt: 1 });
    const lost = faultyClient("lost");
    assert.equal((await rejected(lost.till.sandbox.simulate(id, "underpaid"))).constructor, ConnectionError);
    assert.equal((await lost.requests()).length, 1);
    const failed = faultyClient("503");
    assert.equal((await rejected(failed.till.sandbox.simulate(id, "underpaid"))).code, "api_error");
    assert.equal((await failed.requests()).length, 1);
    const refused = faultyClient("429w0");
    assert.equal((await refused.till.sandbox.simulate(id)).status, "paid");
    assert.equal((await refused.requests()).length, 2);
  });

  test("it ends after three retries, and after as many as were set", async () => {
    const usual = faultyClient("500.500.500.500.500");
    assert.equal((await rejected(usual.till.intents.get("x"))).code, "api_error");
    assert.equal((await usual.requests()).length, 4);
    const none = faultyClient("500.500", { maxRetries: 0 });
    await rejected(none.till.intents.get("x"));
    assert.equal((await none.requests()).length, 1);
    const one = faultyClient("500.500.500");
    await rejected(one.till.intents.get("x", { maxRetries: 1 }));
    assert.equal((await one.requests()).length, 2);
  });

  test("Retry-After is waited for", async () => {
    const { till, requests } = faultyClient("429");
    await till.sandbox.createDemo();
    const [first, second] = await requests();
    assert.ok(second.atMs - first.atMs >= 990);
  });

  test("a Retry-After beyond ten seconds is the caller's to wait for", async () => {
    const { till, requests } = faultyClient("429w11");
    const error = await rejected(till.reports.sales());
    assert.equal(error.code, "rate_limited");
    assert.equal(error.retryAfterSeconds, 11);
    assert.equal((await requests()).length, 1);
  });

  test("a 4xx is asked once", async () => {
    const { till, requests } = faultyClient("ok");
    await rejected(till.intents.get("no uuid"));
    assert.equal((await requests()).length, 1);
  });

  test("a redirect is not followed", async () => {
    const { till, requests } = faultyClient("redirect");
    assert.equal((await rejected(till.reports.sales())).code, "unexpected_answer");
    assert.equal((await requests()).length, 1);
  });
});

test("a response that doesn't end is no answer, after 8 MB", async (context) => {
  let sent = 0;
  const baseUrl = await serve(context, (_request, response) => {
    const piece = Buffer.alloc(2 ** 16, " ");
    const send = () => {
      while (!response.destroyed && response.write(piece)) sent += piece.length;
    };
    response.on("drain", send);
    send();
  });
  const error = await rejected(client({ baseUrl, maxRetries: 0, timeoutMs: 5_000 }).intents.get(randomUUID()));
  assert.equal(error.code, "connection_failed");
  assert.match(error.message, /too large/);
  assert.ok(sent < 2 ** 25, `${sent} bytes were read`);
});

test("a custom fetch may answer with any body that can be read, or with none", async () => {
  const body = '{"error":"Grüße","code":"not_found"}';
  const facts = { status: 404, headers: new Headers() };
  const errors = [];
  for (const answer of [
    new Response(`\ufeff${body}`, facts),
    { ...facts, body: Readable.from([Buffer.from(body)]) },
    { ...facts, text: async () => body },
    new Response(null, facts),
  ]) {
    errors.push(await rejected(client({ fetch: async () => answer }).intents.get("x")));
  }
  assert.deepEqual(
    errors.map((error) => error.code),
    ["not_found", "not_found", "not_found", "unexpected_answer"],
  );
  assert.equal(errors[1].message, "Grüße");
});

describe("a slow service", () => {
  test("within the time it is waited for", async () => {
    const { till, requests } = faultyClient("slow800");
    const intent = await till.intents.create({ amountUsdt: 1 });
    assert.equal(intent.status, "pending");
    assert.equal((await requests()).length, 1);
  });

  test("beyond the time it is asked again, and there is one intent", async () => {
    // enough retries to outlast a service that is itself slow for a while
    const { till, requests } = faultyClient("slow6000", { timeoutMs: 1_000, maxRetries: 20 });
    const intent = await till.intents.create({ amountUsdt: 1 });
    const [first] = await requests();
    const key = first.headers["idempotency-key"];
    const again = await client().intents.create({ amountUsdt: 1 }, { idempotencyKey: key });
    assert.equal(again.id, intent.id);
  });

  test("one that never answers is no answer", async () => {
    const { till } = faultyClient("hang.hang", { timeoutMs: 200, maxRetries: 1 });
    const error = await rejected(till.intents.get("x"));
    assert.equal(error.constructor, ConnectionError);
    assert.match(error.message, /200 ms/);
  });

  test("a call is aborted at once, in the attempt and in the pause", async () => {
    for (const plan of ["hang", "429w10"]) {
      const { till, requests } = faultyClient(plan);
      const controller = new AbortController();
      const call = rejected(till.intents.create({ amountUsdt: 1 }, { signal: controller.signal }));
      while ((await requests()).length === 0) await new Promise((resolve) => setImmediate(resolve));
      controller.abort();
      assert.equal((await call).name, "AbortError");
    }
  });

  test("a call with an aborted signal sends nothing", async () => {
    const { till, requests } = faultyClient("ok");
    const error = await rejected(till.intents.get("x", { signal: AbortSignal.abort() }));
    assert.equal(error.name, "AbortError");
    assert.deepEqual(await requests(), []);
  });
});

test("an idempotency key that no header can carry is refused before anything is sent", async () => {
  const { till, requests } = faultyClient("ok");
  for (const idempotencyKey of ["", "a\nb", "é", "x".repeat(256)]) {
    const error = await rejected(till.intents.create({ amountUsdt: 1 }, { idempotencyKey }));
    assert.equal(error.code, "invalid_idempotency_key");
  }
  assert.deepEqual(await requests(), []);
});

test("the key goes where it is needed and nowhere else", async () => {
  const { till, requests } = faultyClient("ok");
  const { id } = await till.intents.create({ amountUsdt: 1 });
  await till.intents.get(id);
  await till.sandbox.simulate(id);
  await till.sandbox.createDemo();
  await till.reports.sales();
  await rejected(till.intents.cancel(id));
  const withKey = (await requests()).filter(({ headers }) => headers.authorization !== undefined);
  assert.deepEqual(
    withKey.map(({ path }) => path),
    ["/api/v1/create-payment-intent", "/api/v1/get-terminal-sales", "/api/v1/cancel-payment-intent"],
  );
  for (const { headers } of await requests())
    assert.match(headers["user-agent"], /^till-node\/\d+\.\d+\.\d+ node\/\d+/);
});
