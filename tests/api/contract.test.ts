import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import * as sales from "@/app/api/v1/get-terminal-sales/route";
import * as description from "@/app/api/v1/openapi.json/route";
import * as salesByOtherPath from "@/app/v1/get-terminal-sales/route";
import { database } from "@/lib/base/db/client";
import { SCOPES } from "@/lib/base/values/scopes";
import { newKey } from "@/lib/business/keys/key";
import { updateDailyCap } from "@/lib/business/merchants/update";
import { writeLines } from "@/tests/support/book-lines";
import {
  checkAnswer,
  document,
  endpointAt,
  given,
  namesOf,
  open,
  operations,
  requestOf,
  type Sent,
  send,
  sendBroken,
  sendSilence,
} from "@/tests/support/contract";
import { type CuttingProxy, cuttingProxy, useDatabaseThrough } from "@/tests/support/cutting-proxy";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, setCursor, turnLiveOn } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";
import { valueAt } from "@/tests/support/openapi";
import { giveRate, ratesAge } from "@/tests/support/rates";
import { startReceiver } from "@/tests/support/receiver";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const LIMITS = {
  DEMO_PER_MINUTE: 5,
  SIMULATE_PER_MINUTE: 40,
  STATUS_PER_MINUTE: 40,
  CREATE_PER_SECOND: 60,
  API_PER_MINUTE: 60,
};
for (const [name, limit] of Object.entries(LIMITS)) process.env[`RATE_LIMIT_${name}`] = String(limit);

turnLiveOn();

const keyed = namesOf(({ operation }) => operation.security.length > 0);
const withBody = namesOf(({ operation }) => operation.requestBody !== undefined);
const idempotent = namesOf(({ operation }) => Boolean(operation.parameters?.some((one) => one.in === "header")));
const limited = namesOf(({ operation }) => "429" in operation.responses);
const breakable = namesOf(({ path }) => path !== "/demo-create-intent");

/** What the document shows for a database that is away. */
function exampleOf(name: string) {
  const one = operations.find(({ operation }) => operation.operationId === name);
  return valueAt(document, `${one?.pointer}/responses/503/content/application~1json/examples/api_error/value`);
}

/** The line of an operation's description that says which keys can call it. */
const keysOf = (name: string) =>
  /^Key: .*$/m.exec(
    operations.find(({ operation }) => operation.operationId === name)?.operation.description ?? "",
  )?.[0] ?? "";

/** Whether a terminal's key can call an operation that needs a key. */
const isForTerminals = (name: string) => !keysOf(name).startsWith("Key: a restricted key");

let merchant: MerchantFixture;
let key = "";
let restrictedKey = "";
let proxy: CuttingProxy;

beforeAll(async () => {
  proxy = await cuttingProxy(process.env.DATABASE_URL as string);
  await useDatabaseThrough(proxy);
  merchant = await createMerchantFixture();
  key = merchant.keys.sandbox;
  await giveRate(merchant, { currency: "EUR" });
  restrictedKey = (await createRestrictedKey(merchant)).key;
});

afterEach(() => {
  vi.useRealTimers();
});

afterAll(async () => {
  await database().close();
  await proxy.close();
});

describe("an operation's answer when all is well", () => {
  it("create and its replay, with everything that may be asked", async () => {
    const body = { amount_usdt: 12.5, reference: "order-1042", metadata: { cart: "8812" }, expires_in: 900 };
    const headers = { "idempotency-key": "order-1042" };
    const first = await expectAnswer("createPaymentIntent", "200", { body, headers });
    const again = await expectAnswer("createPaymentIntent", "200", { body, headers });
    expect(again.text).toBe(first.text);
    expect([first, again].map((answer) => answer.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
    await expectAnswer("createPaymentIntent", "200", { body: { amount_usdt: 0.000001 } });
    await expectAnswer("createPaymentIntent", "200", { body: { amount_usdt: 999999999.999999 } });
  });

  it("create by price and its replay, and the quote wherever a server reads the intent", async () => {
    const sent = { body: { amount: "24.90", currency: "EUR" }, headers: { "idempotency-key": "order-1043" } };
    const first = await expectAnswer("createPaymentIntent", "200", sent);
    expect((await expectAnswer("createPaymentIntent", "200", sent)).text).toBe(first.text);
    const { intent } = first.json as { intent: { id: string; quote: object; amount_usdt: number } };
    expect(intent).toMatchObject({ amount_usdt: 27.13, quote: { currency: "EUR", amount: "24.90" } });
    const one = await expectAnswer("getPaymentIntent", "200", { path: { id: intent.id } });
    expect(one.json).toMatchObject({ quote: intent.quote });
    const list = await expectAnswer("listPaymentIntents", "200", { query: "limit=1" });
    expect(list.json).toMatchObject({ data: [{ id: intent.id, quote: intent.quote }] });
  });

  it("status in each of the four states, exactly the six fields", async () => {
    const ids = await Promise.all([newIntent(), newIntent(), newIntent(), newIntent()]);
    await expectAnswer("simulatePayment", "200", { body: { id: ids[1] } });
    await expectAnswer("simulatePayment", "200", { body: { id: ids[2], outcome: "expired" } });
    await expectAnswer("cancelPaymentIntent", "200", { body: { id: ids[3] } });
    const states: unknown[] = [];
    for (const id of ids) {
      const { json } = await expectAnswer("getIntentStatus", "200", { query: `id=${id}` });
      expect(Object.keys(json as object)).toEqual("id amount_usdt status environment livemode expires_at".split(" "));
      states.push((json as { status: string }).status);
    }
    expect(states).toEqual(["pending", "paid", "expired", "cancelled"]);
  });

  it("instructions for an intent that waits, that has part of its money and that has ended", async () => {
    const id = await newIntent();
    const ask = async () => (await expectAnswer("getPaymentInstructions", "200", { query: `id=${id}` })).json;
    expect(await ask()).toMatchObject({ status: "pending", network: "sandbox", missing_usdt: 2 });
    await expectAnswer("simulatePayment", "200", { body: { id, outcome: "underpaid" } });
    expect(await ask()).toMatchObject({ received_usdt: 1, missing_usdt: 1 });
    await expectAnswer("simulatePayment", "200", { body: { id, outcome: "paid" } });
    expect(await ask()).toMatchObject({ status: "paid", received_usdt: 2, missing_usdt: 0 });
  });

  it.each(["paid", "underpaid", "overpaid", "late", "expired"])("simulate %s", async (outcome) => {
    await expectAnswer("simulatePayment", "200", { body: { id: await newIntent(), outcome } });
  });

  it("cancel and its replay", async () => {
    const sent = { body: { id: await newIntent() }, headers: { "idempotency-key": randomUUID() } };
    const first = await expectAnswer("cancelPaymentIntent", "200", sent);
    expect((await expectAnswer("cancelPaymentIntent", "200", sent)).text).toBe(first.text);
  });

  it("demo", async () => {
    await expectAnswer("demoCreateIntent", "200");
  });

  it("lines of the books and their reconciliation", async () => {
    const ctx = await memberContext(merchant);
    const at = "2026-03-02T12:00:00Z";
    const value = { currency: "EUR", valueMinor: 2_490n, rate: "1.0895", rateSource: "quote" as const };
    await writeLines(ctx, [
      { kind: "sale", at, micros: 27_130_000n, terminalId: merchant.terminalId, ...value },
      { kind: "refund", at, micros: -1n, terminalId: merchant.terminalId },
    ]);
    const query = "from=2026-03-01&to=2026-03-31";
    const { json } = await expectAnswer("listBookLines", "200", { query: `${query}&limit=1` });
    const { next } = json as { next: string };
    await expectAnswer("listBookLines", "200", { query: `${query}&after=${next}` });
    await expectAnswer("listBookLines", "200", { key: restrictedKey, query });
    await expectAnswer("getBookReconciliation", "200", { query });
  });

  it("sales by GET, by POST and by the other path", async () => {
    await expectAnswer("getTerminalSales", "200");
    await expectAnswer("getTerminalSales", "200", { query: "start=2026-03-01&end=2026-03-01T18:00:00%2B01:00" });
    await expectAnswer("postTerminalSales", "200", { body: {} });
    await expectAnswer("postTerminalSales", "200", { body: { start: "2026-03-01T00:00:00Z" } });
    expect(salesByOtherPath.GET).toBe(sales.GET);
    expect(salesByOtherPath.POST).toBe(sales.POST);
  });

  it("a list of intents, and one of them, with and without what their customers left", async () => {
    const id = await newIntent();
    await expectAnswer("simulatePayment", "200", { body: { id, outcome: "overpaid" } });
    await expectAnswer("listPaymentIntents", "200", { query: "limit=2" });
    await expectAnswer("listPaymentIntents", "200", { query: "reference=order-1042&status=paid" });
    await expectAnswer("getPaymentIntent", "200", { path: { id } });
    const { key: whole } = await createRestrictedKey(merchant);
    const { json } = await expectAnswer("getPaymentIntent", "200", { key: whole, path: { id } });
    expect(json).toMatchObject({ status: "paid", overpaid_usdt: 1, refund_address: null });
  });

  it("events, behind any place of the feed", async () => {
    await newIntent();
    const { json } = await expectAnswer("listEvents", "200");
    const { next } = json as { next: string };
    await expectAnswer("listEvents", "200", { query: `after=${next}&types=payment.success&limit=1&wait=0` });
    await database().sql`delete from event_feed where merchant_id = ${merchant.merchantId}`;
    await expectAnswer("listEvents", "410 cursor_expired", { query: `after=${next}` });
  });

  it("every example of a request that the document shows is taken", async () => {
    const id = await newIntent();
    const isOther = (path: string) => path.startsWith("/webhook-endpoints") || path.startsWith("/refunds");
    for (const { operation } of operations.filter(({ path }) => !isOther(path))) {
      for (const { value } of Object.values(operation.requestBody?.content["application/json"]?.examples ?? {})) {
        const shown = value as Record<string, unknown>;
        const body = "id" in shown ? { ...shown, id: shown.outcome === "underpaid" ? await newIntent() : id } : shown;
        const isSpent = operation.operationId === "simulatePayment" && body.outcome === "paid";
        await expectAnswer(operation.operationId, isSpent ? "409 invalid_transition" : "200", { body });
      }
    }
  });
});

describe("an operation's refusal", () => {
  it.each([
    ["createPaymentIntent", "400 invalid_amount", { body: { amount_usdt: 0 } }],
    ["createPaymentIntent", "400 invalid_amount", { body: "" }],
    ["createPaymentIntent", "400 invalid_amount", { body: { amount_usdt: 1, amount: "1", currency: "EUR" } }],
    ["createPaymentIntent", "400 invalid_amount", { body: { amount: "24,90", currency: "EUR" } }],
    ["createPaymentIntent", "400 invalid_currency", { body: { amount: "24.90", currency: "eur" } }],
    ["createPaymentIntent", "400 currency_not_enabled", { body: { amount: "24.90", currency: "GBP" } }],
    ["createPaymentIntent", "400 invalid_request", { body: { amount_usdt: 1, reference: "" } }],
    ["createPaymentIntent", "400 invalid_request", { body: { amount_usdt: 1, expires_in: 1 } }],
    ["createPaymentIntent", "400 invalid_request", { body: { amount_usdt: 1, success_url: "shop.example" } }],
    ["createPaymentIntent", "400 invalid_request", { body: { amount_usdt: 1, cancel_url: "javascript:alert(1)" } }],
    ["getIntentStatus", "400 invalid_id", {}],
    ["getIntentStatus", "400 invalid_id", { query: "id=7" }],
    ["getIntentStatus", "404 not_found", { query: `id=${randomUUID()}` }],
    ["getPaymentInstructions", "400 invalid_id", {}],
    ["getPaymentInstructions", "400 invalid_id", { query: "id=7" }],
    ["getPaymentInstructions", "404 not_found", { query: `id=${randomUUID()}` }],
    ["cancelPaymentIntent", "400 invalid_id", { body: "{" }],
    ["cancelPaymentIntent", "404 not_found", { body: { id: randomUUID() } }],
    ["simulatePayment", "400 invalid_id", { body: "" }],
    ["simulatePayment", "400 invalid_request", { body: { id: randomUUID(), outcome: "lost" } }],
    ["simulatePayment", "404 not_found", { body: { id: randomUUID() } }],
    ["getTerminalSales", "400 invalid_period", { query: "start=yesterday" }],
    ["getTerminalSales", "400 invalid_period", { query: "start=2026-03-02&end=2026-03-01" }],
    ["postTerminalSales", "400 invalid_period", { body: "[]" }],
    ["postTerminalSales", "400 invalid_period", { body: { start: 7 } }],
    ["listBookLines", "400 invalid_period", {}],
    ["listBookLines", "400 invalid_period", { query: "from=2026-03-02&to=2026-03-01" }],
    ["listBookLines", "400 invalid_request", { query: "from=2026-03-01&to=2026-03-31&after=garbage" }],
    ["getBookReconciliation", "400 invalid_period", { query: "from=2026-03-01&to=2027-03-02" }],
    ["listPaymentIntents", "400 invalid_request", { query: "limit=0" }],
    ["listPaymentIntents", "400 invalid_request", { query: `terminal_id=${randomUUID()}` }],
    ["getPaymentIntent", "400 invalid_id", { path: { id: "7" } }],
    ["getPaymentIntent", "404 not_found", { path: { id: randomUUID() } }],
    ["listEvents", "400 invalid_request", { query: "limit=0" }],
    ["listEvents", "400 invalid_request", { query: "after=garbage" }],
  ] as [string, string, Sent][])("%s: %s for %j", async (name, expected, sent) => {
    await expectAnswer(name, expected, sent);
  });

  it("an intent that has ended is neither cancelled nor paid", async () => {
    const id = await newIntent();
    await expectAnswer("cancelPaymentIntent", "200", { body: { id } });
    await expectAnswer("cancelPaymentIntent", "409 invalid_transition", { body: { id } });
    await expectAnswer("simulatePayment", "409 invalid_transition", { body: { id } });
  });

  it("a live intent beyond the merchant's daily cap, or while the chain is not read, is not created", async () => {
    const { liveKey, member } = await liveMerchant();
    await updateDailyCap(member, { cap: "10" });
    await expectAnswer("createPaymentIntent", "200", { key: liveKey, body: { amount_usdt: 7.5 } });
    await expectAnswer("createPaymentIntent", "400 daily_cap_exceeded", {
      key: liveKey,
      body: { amount_usdt: 2.500001 },
    });
    await setCursor({ passed: 1_000 });
    await expectAnswer("createPaymentIntent", "503 api_error", { key: liveKey, body: { amount_usdt: 1 } });
    await setCursor();
  });

  it("a price whose rate is too old isn't quoted", async () => {
    const shop = await createMerchantFixture();
    await giveRate(shop, { currency: "EUR" });
    await ratesAge(shop, 8 * 24 * 60);
    const sent = { key: shop.keys.sandbox, body: { amount: "24.90", currency: "EUR" } };
    const { headers } = await expectAnswer("createPaymentIntent", "503 rate_unavailable", sent);
    expect(headers.get("retry-after")).toBe("60");
  });

  it.each(keyed)("%s without a valid key", async (name) => {
    const swapped = keyFor(name).replace("svc_test_", "svc_live_");
    await expectAnswer(name, "401 missing_api_key", { key: null, body: {} });
    await expectAnswer(name, "401 invalid_api_key", { key: newKey("sandbox").key, body: {} });
    await expectAnswer(name, "401 environment_mismatch", { key: swapped, body: {} });
  });

  it.each(keyed)("%s with a key that isn't allowed to do this, or not from there", async (name) => {
    const scopes = SCOPES.filter((scope) => !keysOf(name).includes(`\`${scope}\``));
    const without = await createRestrictedKey(merchant, { scopes });
    const { json } = await expectAnswer(name, "403 insufficient_scope", { key: without.key, body: {} });
    expect(json).toMatchObject({ error: expect.stringMatching(/the scope [a-z]+:[a-z]+\./) });
    const elsewhere = await createRestrictedKey(merchant, { ipRanges: ["192.0.2.0/24"] });
    await expectAnswer(name, "403 address_not_allowed", { key: elsewhere.key, body: {} });
  });

  it("a key for all terminals names the terminal", async () => {
    const { key: whole } = await createRestrictedKey(merchant);
    const { key: foreign } = await createRestrictedKey(await createMerchantFixture());
    const terminal_id = merchant.terminalId;
    await expectAnswer("createPaymentIntent", "200", { key: whole, body: { amount_usdt: 1, terminal_id } });
    await expectAnswer("createPaymentIntent", "400 invalid_request", { key: whole, body: { amount_usdt: 1 } });
    await expectAnswer("createPaymentIntent", "404 not_found", { key: foreign, body: { amount_usdt: 1, terminal_id } });
    await expectAnswer("getTerminalSales", "200", { key: whole, query: `terminal_id=${terminal_id}` });
    await expectAnswer("getTerminalSales", "400 invalid_request", { key: whole });
    await expectAnswer("getTerminalSales", "404 not_found", { key: foreign, query: `terminal_id=${terminal_id}` });
    await expectAnswer("postTerminalSales", "200", { key: whole, body: { terminal_id } });
    await expectAnswer("postTerminalSales", "400 invalid_request", { key: whole, body: {} });
    await expectAnswer("postTerminalSales", "404 not_found", { key: foreign, body: { terminal_id } });
    await expectAnswer("listPaymentIntents", "200", { key: whole, query: `terminal_id=${terminal_id}` });
    await expectAnswer("listPaymentIntents", "404 not_found", { key: foreign, query: `terminal_id=${terminal_id}` });
    // another terminal than the key's own
    await expectAnswer("createPaymentIntent", "400 invalid_request", {
      body: { amount_usdt: 1, terminal_id: randomUUID() },
    });
  });

  it.each(withBody)("%s with a body that is too large, no UTF-8 or never there", async (name) => {
    await expectAnswer(name, "413 payload_too_large", { body: { junk: "x".repeat(70_000) } });
    const refused =
      {
        createPaymentIntent: "invalid_amount",
        postTerminalSales: "invalid_period",
        createRefund: "invalid_request",
        createWebhookEndpoint: "invalid_request",
        updateWebhookEndpoint: "invalid_request",
      }[name] ?? "invalid_id";
    await expectAnswer(name, `400 ${refused}`, { body: new Uint8Array([0x7b, 0xff, 0x7d]) });
    await checkAnswer(name, "408 request_timeout", await sendSilence(name, { key: keyFor(name) }));
  });

  it.each(withBody)("%s with a compressed body, whatever the coding", async (name) => {
    for (const coding of ["gzip", "x-gzip", "br", "deflate", "zstd", "gzip, identity", "GZIP"]) {
      const answer = await expectAnswer(name, "415 unsupported_media_type", {
        body: gzipSync('{"amount_usdt": 1}'),
        headers: { "content-encoding": coding },
      });
      expect(answer.headers.get("accept-encoding")).toBe("identity");
    }
  });

  it("not of a body whose coding is none", async () => {
    for (const coding of ["identity", " Identity ", "identity, identity", ""]) {
      const headers = { "content-encoding": coding };
      await expectAnswer("createPaymentIntent", "200", { body: { amount_usdt: 1 }, headers });
    }
  });

  it.each(idempotent)("%s with an Idempotency-Key that is malformed or was used otherwise", async (name) => {
    const inputs: Record<string, () => Promise<object>> = {
      createPaymentIntent: async () => ({ amount_usdt: Math.ceil(Math.random() * 1e6) }),
      createRefund: async () => ({ intent_id: await paidIntent(), amount_usdt: 1 }),
    };
    const input = inputs[name] ?? (async () => ({ id: await newIntent() }));
    const headers = { "idempotency-key": randomUUID() };
    await expectAnswer(name, "200", { body: await input(), headers });
    await expectAnswer(name, "409 idempotency_conflict", { body: await input(), headers });
    const malformed = { "idempotency-key": "x".repeat(256) };
    await expectAnswer(name, "400 invalid_idempotency_key", { body: await input(), headers: malformed });
  });

  it.each(limited)("%s too often", async (name) => {
    const fresh = await createMerchantFixture();
    const own = isForTerminals(name) ? fresh.keys.sandbox : (await createRestrictedKey(fresh)).key;
    const sent = { key: own, address: "198.51.100.1", body: {} };
    const calls = Array.from({ length: Math.max(...Object.values(LIMITS)) + 1 }, () => send(name, sent));
    const refused = (await Promise.all(calls)).find((answer) => answer.status === 429);
    if (!refused) throw new Error("the limit let everything pass");
    await checkAnswer(name, "429 rate_limited", refused);
  });

  it.each(breakable)("%s when the server fails", async (name) => {
    await checkAnswer(name, "500 api_error", await sendBroken(name));
  });

  it("each of them while the database is away", async () => {
    await proxy.refuse();
    onTestFinished(() => proxy.accept());
    for (const name of namesOf(() => true)) {
      const id = randomUUID();
      const answer = await send(name, { key: keyFor(name), query: `id=${id}`, body: { id, amount_usdt: 1 } });
      const { headers, json, text } = await checkAnswer(name, "503 api_error", answer);
      expect(headers.get("retry-after")).toBe("2");
      expect([name, text.includes("Idempotency-Key")]).toEqual([name, idempotent.includes(name)]);
      expect(json).toEqual(exampleOf(name));
    }
  });

  it("a creation whose connection breaks on the way", async () => {
    proxy.cutOn("insert into payment_intents");
    await expectAnswer("createPaymentIntent", "503 api_error", { body: { amount_usdt: 1 } });
    await expectAnswer("createPaymentIntent", "200", { body: { amount_usdt: 1 } });
  });

  it("demoCreateIntent when its merchant is gone", async () => {
    const archive = (at: Date | null) => database().sql`
      update terminals set archived_at = ${at} where merchant_id in (select id from merchants where is_demo)`;
    await archive(new Date());
    await expectAnswer("demoCreateIntent", "500 api_error").finally(() => archive(null));
  });
});

describe("a refund's answers", () => {
  let own = "";

  // calls of the other tests don't count towards its limit
  beforeAll(async () => {
    own = (await createRestrictedKey(merchant)).key;
  });

  const expectOwn = (name: string, expected: string, sent: Sent = {}) =>
    expectAnswer(name, expected, { key: own, ...sent });

  it("when all is well", async () => {
    const intent_id = await paidIntent();
    const headers = { "idempotency-key": randomUUID() };
    const body = { intent_id, amount_usdt: 0.5 };
    const first = await expectOwn("createRefund", "200", { body, headers });
    expect((await expectOwn("createRefund", "200", { body, headers })).text).toBe(first.text);
    const { id } = first.json as { id: string };
    await expectOwn("getRefund", "200", { path: { id } });
    await expectOwn("listRefunds", "200", { query: `intent_id=${intent_id}&status=waiting_for_address&limit=1` });
    await expectOwn("cancelRefund", "200", { path: { id } });
    await expectOwn("cancelRefund", "200", { path: { id } });
    const reader = (await createRestrictedKey(merchant, { scopes: ["intents:read"] })).key;
    await expectOwn("getRefund", "200", { key: reader, path: { id } });
    await expectOwn("listRefunds", "200", { key: reader });
  });

  it("for every example of a request that the document shows", async () => {
    const examples = operations.find(({ operation }) => operation.operationId === "createRefund")?.operation
      .requestBody;
    const values = Object.values(examples?.content["application/json"]?.examples ?? {});
    expect(values.length).toBeGreaterThan(1);
    for (const { value } of values) {
      const body = { ...(value as object), intent_id: await paidIntent(12.5) };
      await expectOwn("createRefund", "200", { body });
    }
  });

  it("to what isn't there, isn't left, isn't allowed or isn't the key's", async () => {
    const intent_id = await paidIntent();
    const { key: small } = await createRestrictedKey(merchant, { refundLimitMicros: 1_000_000n });
    const { json } = await expectOwn("createRefund", "200", { body: { intent_id, amount_usdt: 0.5 } });
    const { id } = json as { id: string };
    await expectOwn("createRefund", "400 invalid_amount", { body: { intent_id, amount_usdt: 99 } });
    await expectOwn("createRefund", "400 invalid_amount", { body: { intent_id, amount_usdt: 0 } });
    await expectOwn("createRefund", "400 invalid_request", { body: { intent_id, amount_usdt: 1, to: "nowhere" } });
    await expectOwn("createRefund", "404 not_found", { body: { intent_id: randomUUID(), amount_usdt: 1 } });
    await expectOwn("createRefund", "409 limit_reached", { key: small, body: { intent_id, amount_usdt: 1.1 } });
    await expectOwn("createRefund", "200", { body: { intent_id, amount_usdt: 1.5 } });
    await expectOwn("createRefund", "409 invalid_transition", { body: { intent_id, amount_usdt: 1 } });
    await expectOwn("cancelRefund", "409 invalid_transition", { key: small, path: { id } });
    await expectOwn("listRefunds", "400 invalid_request", { query: "limit=0" });
    for (const name of ["getRefund", "cancelRefund"]) {
      await expectOwn(name, "404 not_found");
      await expectOwn(name, "400 invalid_id", { path: { id: "7" } });
    }
  });
});

describe("a webhook endpoint's answers", () => {
  const URL_ = "https://shop.example/webhooks";
  const NAMED = ["getWebhookEndpoint", "updateWebhookEndpoint", "deleteWebhookEndpoint", "rotateWebhookSecret"];

  let own = "";

  // calls of the other tests don't count towards its limit
  beforeAll(async () => {
    own = (await createRestrictedKey(await createMerchantFixture())).key;
  });

  const expectOwn = (name: string, expected: string, sent: Sent = {}) =>
    expectAnswer(name, expected, { key: own, ...sent });

  async function newEndpoint(sent: Sent = {}): Promise<string> {
    const { json } = await expectOwn("createWebhookEndpoint", "200", { body: { url: URL_ }, ...sent });
    return (json as { id: string }).id;
  }

  it("when all is well", async () => {
    const id = await newEndpoint();
    await newEndpoint();
    await expectOwn("listWebhookEndpoints", "200");
    await expectOwn("getWebhookEndpoint", "200", { path: { id } });
    await expectOwn("updateWebhookEndpoint", "200", { path: { id }, body: { enabled: false } });
    await expectOwn("testWebhookEndpoint", "409 invalid_transition", { path: { id } });
    const receiver = await startReceiver((_, response) => response.end());
    await expectOwn("updateWebhookEndpoint", "200", { path: { id }, body: { enabled: true, url: receiver.url } });
    await expectOwn("testWebhookEndpoint", "200", { path: { id } });
    await expectOwn("updateWebhookEndpoint", "200", { path: { id }, body: { url: "http://localhost:1" } });
    await expectOwn("testWebhookEndpoint", "200", { path: { id } });
    await expectOwn("rotateWebhookSecret", "200", { path: { id } });
    await expectOwn("deleteWebhookEndpoint", "200", { path: { id } });
  });

  it("for every example of a request that the document shows", async () => {
    const id = await newEndpoint();
    for (const { operation, path } of operations.filter(({ path }) => path.startsWith("/webhook-endpoints"))) {
      for (const { value } of Object.values(operation.requestBody?.content["application/json"]?.examples ?? {})) {
        const at = path.includes("{id}") ? { path: { id } } : {};
        await expectOwn(operation.operationId, "200", { ...at, body: value as object });
      }
    }
  });

  it.each([...NAMED, "testWebhookEndpoint"])("%s of none, or without a uuid", async (name) => {
    await expectOwn(name, "404 not_found", { body: { enabled: true } });
    await expectOwn(name, "400 invalid_id", { path: { id: "7" }, body: { enabled: true } });
  });

  it("to URLs that aren't allowed, to a terminal that isn't there, and to one endpoint too many", async () => {
    const live = (await createRestrictedKey(await createMerchantFixture(), { environment: "live" })).key;
    const id = await newEndpoint({ key: live });
    for (const [code, url] of [
      ["invalid_url_scheme", "shop.example"],
      ["http_in_live", "http://shop.example"],
      ["private_ip_in_live", "https://localhost"],
      ["invalid_request", 7],
    ]) {
      await expectOwn("createWebhookEndpoint", `400 ${code}`, { key: live, body: { url } });
      await expectOwn("updateWebhookEndpoint", `400 ${code}`, { key: live, path: { id }, body: { url } });
    }
    await expectOwn("createWebhookEndpoint", "404 not_found", { body: { url: URL_, terminal_id: randomUUID() } });
    for (const n of [1, 2, 3, 4]) await newEndpoint({ key: live, body: { url: `${URL_}/${n}` } });
    await expectOwn("createWebhookEndpoint", "409 limit_reached", { key: live, body: { url: `${URL_}/5` } });
  });
});

describe("the document and the handlers together", () => {
  it("every answer that the document promises was given, and no other", () => {
    const promised = operations.flatMap(({ operation, pointer }) =>
      Object.keys(operation.responses).flatMap((code) => {
        const shown = valueAt(document, `${pointer}/responses/${code}/content/application~1json/examples`);
        if (code === "200") return [`${operation.operationId} 200`];
        return Object.keys(shown ?? {}).map((word) => `${operation.operationId} ${code} ${word}`);
      }),
    );
    expect([...given].sort()).toEqual(promised.sort());
  });

  it.each(Object.keys(document.paths))(
    "%s answers the methods that the document lists, and 405 to others",
    async (path) => {
      const endpoint = endpointAt(path);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        const answer = await endpoint[method](requestOf({ body: {} }, method));
        const isListed = method.toLowerCase() in (document.paths[path] ?? {});
        expect(answer.status === 405).toBe(!isListed);
        if (isListed) continue;
        const body = await answer.json();
        expect(open("/components/schemas/Error", body)).toEqual([]);
        expect(body.code).toBe("method_not_allowed");
        expect(answer.headers.get("allow")?.toLowerCase()).toContain(Object.keys(document.paths[path] ?? {})[0]);
      }
    },
  );

  it("the document is served as it is, to pages of any origin", async () => {
    const answer = await description.GET(requestOf({}, "GET"));
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(await answer.json()).toEqual(document);
  });
});

/** Sends with a key of the fixture unless another is given, and holds the answer against the document. */
async function expectAnswer(name: string, expected: string, sent: Sent = {}) {
  return checkAnswer(name, expected, await send(name, { key: keyFor(name), ...sent }));
}

function keyFor(name: string): string {
  return isForTerminals(name) ? key : restrictedKey;
}

async function newIntent(amount = 2): Promise<string> {
  const { json } = await expectAnswer("createPaymentIntent", "200", { body: { amount_usdt: amount } });
  return (json as { intent: { id: string } }).intent.id;
}

async function paidIntent(amount = 2): Promise<string> {
  const id = await newIntent(amount);
  await expectAnswer("simulatePayment", "200", { body: { id } });
  return id;
}
