import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { newKey } from "@/lib/business/keys/key";
import { rotateKey } from "@/lib/business/keys/rotate";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

const create = (key: string, body: unknown, headers = {}) => call("create-payment-intent", body, { key, headers });

describe("POST /create-payment-intent", () => {
  it("answers the documented envelope and stores a pending intent with its event", async () => {
    const { keys, terminalId, terminalName, merchantId } = await createMerchantFixture();
    const answer = await create(keys.sandbox, { amount_usdt: 12.5, reference: "order-7", metadata: { a: "1" } });
    expect(answer.status).toBe(200);
    const { id, expires_at } = answer.json.intent;
    expect(answer.json).toEqual({
      success: true,
      message: "Payment intent created.",
      terminal: terminalName,
      environment: "sandbox",
      livemode: false,
      intent: {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        amount_usdt: 12.5,
        status: "pending",
        expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        environment: "sandbox",
        livemode: false,
        checkout_uri: `service:pay?intent=${id}`,
        checkout_url: `http://localhost:3000/pay/${id}`,
        quote: null,
        reference: "order-7",
        metadata: { a: "1" },
        success_url: null,
        cancel_url: null,
      },
    });
    const inMinutes = (Date.parse(expires_at) - Date.now()) / 60_000;
    expect(inMinutes).toBeGreaterThan(29);
    expect(inMinutes).toBeLessThan(31);
    const rows = await database().sql`
      select i.status, i.amount_micros, e.type, e.merchant_id, e.terminal_id
        from payment_intents i join events e on e.intent_id = i.id where i.id = ${id}`;
    expect(rows).toEqual([
      {
        status: "pending",
        amount_micros: 12_500_000n,
        type: "intent.created",
        merchant_id: merchantId,
        terminal_id: terminalId,
      },
    ]);
  });

  it("carries a request id and is never cached", async () => {
    const { keys } = await createMerchantFixture();
    const { headers } = await create(keys.sandbox, { amount_usdt: 1 });
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });

  it.each([
    ["0.000001", 0.000001],
    ["1", 1],
    ["12.50", 12.5],
    ["1e2", 100],
    ["1e-05", 0.00001],
    ["999999999.999999", 999999999.999999],
    ["0.1000000000", 0.1],
    [`1.${"0".repeat(62)}`, 1],
    ["123456789.123456", 123456789.123456],
  ])("the amount %s comes back the same everywhere", async (text, amount) => {
    const { keys } = await createMerchantFixture();
    const created = await create(keys.sandbox, `{"amount_usdt": ${text}}`);
    expect(created.json.intent.amount_usdt).toBe(amount);
    const status = await call(`intent-status?id=${created.json.intent.id}`, undefined);
    expect(status.json.amount_usdt).toBe(amount);
    const [event] = await database().sql<{ body: string }[]>`
      select body from events where intent_id = ${created.json.intent.id}`;
    expect(JSON.parse(event?.body ?? "").amount).toBe(amount);
    await call("simulate-payment", { id: created.json.intent.id });
    const report = await call("get-terminal-sales", undefined, { key: keys.sandbox });
    expect(report.json.summary).toEqual({
      ...{ total_collected: amount, currency: "USDT", sales_count: 1 },
      ...{ total_refunded: 0, refunds_count: 0, total_net: amount },
    });
  });

  it.each([
    '{"amount_usdt": 0}',
    '{"amount_usdt": -1}',
    '{"amount_usdt": -0.0}',
    '{"amount_usdt": 1e-7}',
    '{"amount_usdt": 0.0000001}',
    '{"amount_usdt": 0.30000000000000004}',
    '{"amount_usdt": 0.1000000000000000055}',
    '{"amount_usdt": 999999999.9999990001}',
    '{"amount_usdt": 1000000000}',
    '{"amount_usdt": 1e400}',
    `{"amount_usdt": 1.${"0".repeat(63)}}`,
    `{"amount_usdt": 0.${"0".repeat(60_000)}1}`,
    '{"amount_usdt": "12.5"}',
    '{"amount_usdt": null}',
    '{"amount_usdt": true}',
    '{"amount_usdt": [1]}',
    '{"amount_usdt": {}}',
    '{"amount_usdt": NaN}',
    '{"amount": 1}',
    "{}",
    "[]",
    "null",
    "12.5",
    '"x"',
    "",
    "{",
    '{"amount_usdt": 1,}',
    "[".repeat(60_000),
  ])("%s is invalid_amount", async (body) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, body);
    expect(status).toBe(400);
    expect(json).toEqual({ error: expect.any(String), code: "invalid_amount" });
  });

  it.each([
    { amount_usdt: 1, reference: "x".repeat(201) },
    { amount_usdt: 1, reference: "a\u0000b" },
    { amount_usdt: 1, reference: 7 },
    { amount_usdt: 1, metadata: { a: 1 } },
    { amount_usdt: 1, metadata: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, "v"])) },
    { amount_usdt: 1, expires_in: 299 },
    { amount_usdt: 1, expires_in: 86_401 },
    { amount_usdt: 1, expires_in: 600.5 },
  ])("%j is invalid_request", async (body) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, body);
    expect([status, json.code]).toEqual([400, "invalid_request"]);
  });

  const UNPAIRED = "without NUL characters or unpaired surrogates";
  it.each([
    ['{"amount_usdt": 1, "reference": "x\\ud800"}', `reference must be text of 1 to 200 characters ${UNPAIRED}.`],
    ['{"amount_usdt": 1, "reference": "\\udc00x"}', `reference must be text of 1 to 200 characters ${UNPAIRED}.`],
    ['{"amount_usdt": 1, "metadata": {"a": "\\ud83d"}}', UNPAIRED],
    ['{"amount_usdt": 1, "metadata": {"\\ude00": "a"}}', UNPAIRED],
    ['{"amount_usdt": 1, "metadata": {"a": "\\u0000"}}', UNPAIRED],
    ['{"amount_usdt": 1, "success_url": "https://shop.example/\\ud800"}', "success_url must be a full URL"],
  ])("%s, which can't be stored, is invalid_request and says so", async (body, sentence) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, body);
    expect([status, json.code]).toEqual([400, "invalid_request"]);
    expect(json.error).toContain(sentence);
  });

  it("stores every name of metadata, and refuses the one that would be lost", async () => {
    const { keys } = await createMerchantFixture();
    const metadata = { constructor: "a", toString: "b", hasOwnProperty: "c", prototype: "d" };
    const { json } = await create(keys.sandbox, { amount_usdt: 1, metadata });
    expect(json.intent.metadata).toEqual(metadata);
    const [stored] = await database().sql`select metadata from payment_intents where id = ${json.intent.id}`;
    expect(stored?.metadata).toEqual(metadata);
    const body = '{"amount_usdt": 1, "metadata": {"__proto__": "x", "b": "1"}}';
    const refused = await create(keys.sandbox, body);
    expect([refused.status, refused.json.code]).toEqual([400, "invalid_request"]);
    expect(refused.json.error).toContain("other than __proto__");
  });

  it("ignores a member of that name elsewhere", async () => {
    const { keys } = await createMerchantFixture();
    const { status } = await create(keys.sandbox, '{"amount_usdt": 1, "__proto__": {"amount_usdt": 5}}');
    const { json } = await create(keys.sandbox, '{"__proto__": {"amount_usdt": 5}}');
    expect([status, json.code]).toEqual([200, "invalid_amount"]);
  });

  it("takes pairs of surrogates, also escaped", async () => {
    const { keys } = await createMerchantFixture();
    const body = '{"amount_usdt": 1, "reference": "\\ud83e\\uddfe", "metadata": {"\\ud83e\\uddfe": "\\ud83e\\uddfe"}}';
    const { json } = await create(keys.sandbox, body);
    expect([json.intent.reference, json.intent.metadata]).toEqual(["🧾", { "🧾": "🧾" }]);
  });

  it("refuses a body that is not UTF-8 with the specification's code, and so do the others with theirs", async () => {
    const { keys } = await createMerchantFixture();
    const latin = Buffer.from('{"amount_usdt": 1, "reference": "caf\u00e9"}', "latin1");
    const answers = [
      await create(keys.sandbox, latin),
      await call("simulate-payment", latin),
      await call("get-terminal-sales", latin, { key: keys.sandbox, method: "POST" }),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual([
      [400, "invalid_amount"],
      [400, "invalid_id"],
      [400, "invalid_period"],
    ]);
  });

  it("reads a body that begins with a byte order mark, and so do the others", async () => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, '\ufeff{"amount_usdt": 1, "reference": "\ufeffcaf\u00e9"}');
    expect([status, json.intent?.reference]).toEqual([200, "\ufeffcaf\u00e9"]);
    const mark = Buffer.from("\ufeff");
    const sales = await call("get-terminal-sales", mark, { key: keys.sandbox, method: "POST" });
    const simulated = await call("simulate-payment", `\ufeff${JSON.stringify({ id: json.intent.id })}`);
    expect([sales.status, simulated.json.status]).toEqual([200, "paid"]);
    const twice = await create(keys.sandbox, '\ufeff\ufeff{"amount_usdt": 1}');
    expect([twice.status, twice.json.code]).toEqual([400, "invalid_amount"]);
  });

  it.each([
    ["UTF-16", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le")],
    ["UTF-16 big-endian", (text: string) => Buffer.from(`\ufeff${text}`, "utf16le").swap16()],
    ["UTF-16 without a mark", (text: string) => Buffer.from(text, "utf16le")],
    ["UTF-16 big-endian without a mark", (text: string) => Buffer.from(text, "utf16le").swap16()],
  ])("says of a body in %s what is wrong with it", async (_name, encode) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, encode('{"amount_usdt": 1}'));
    expect([status, json]).toEqual([
      400,
      { error: "The body is encoded as UTF-16 or UTF-32. Send it encoded as UTF-8.", code: "invalid_amount" },
    ]);
  });

  it("ignores fields it does not know and lives as long as asked", async () => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, { amount_usdt: 1, expires_in: 600, colour: "red" });
    expect(status).toBe(200);
    expect((Date.parse(json.intent.expires_at) - Date.now()) / 60_000).toBeCloseTo(10, 0);
  });

  it("keeps text of every alphabet as it was sent", async () => {
    const { keys } = await createMerchantFixture();
    const reference = "訂單 Ñ 🧾 \\ \" ' --; drop table";
    const { json } = await create(keys.sandbox, { amount_usdt: 1, reference, metadata: { "ключ ✓": reference } });
    expect(json.intent.reference).toBe(reference);
    expect(json.intent.metadata).toEqual({ "ключ ✓": reference });
  });

  it("refuses a body of more than 64 kB with 413 and stores nothing", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, { amount_usdt: 1, junk: "x".repeat(70_000) });
    expect([status, json.code]).toEqual([413, "payload_too_large"]);
    const rows = await database().sql`select id from payment_intents where merchant_id = ${merchantId}`;
    expect(rows).toHaveLength(0);
  });
});

describe("authentication", () => {
  it.each([undefined, "", "   "])("no Authorization header (%j) is missing_api_key", async (header) => {
    const headers: Record<string, string> = header === undefined ? {} : { authorization: header };
    const { status, json } = await call("create-payment-intent", { amount_usdt: 1 }, { headers });
    expect([status, json.code]).toEqual([401, "missing_api_key"]);
  });

  it.each([
    "Bearer",
    "Bearer ",
    "Basic dXNlcjpwYXNz",
    "svc_test_abc",
    "Bearer svc_test_",
    `Bearer ${newKey("sandbox").key}`,
    `Bearer ${newKey("sandbox").key} ${newKey("sandbox").key}`,
    `Bearer ${"x".repeat(100_000)}`,
    "Bearer ' or 1=1 --",
    "Bearer \u00e9\u00e8",
    "Bearer null",
  ])("%j is invalid_api_key", async (authorization) => {
    const { status, json } = await call("create-payment-intent", { amount_usdt: 1 }, { headers: { authorization } });
    expect([status, json.code]).toEqual([401, "invalid_api_key"]);
  });

  it("a swapped prefix is environment_mismatch", async () => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox.replace("svc_test_", "svc_live_"), { amount_usdt: 1 });
    expect([status, json.code]).toEqual([401, "environment_mismatch"]);
  });

  it("comes before everything that the body could say", async () => {
    const { status, json } = await call("create-payment-intent", "{", {});
    expect([status, json.code]).toEqual([401, "missing_api_key"]);
  });

  it("takes the scheme in any case", async () => {
    const { keys } = await createMerchantFixture();
    const headers = { authorization: `bEaReR   ${keys.sandbox}` };
    expect((await call("create-payment-intent", { amount_usdt: 1 }, { headers })).status).toBe(200);
  });

  it("a rotated key is dead at once, also where it was remembered", async () => {
    const { keys, ctx, terminalId } = await createMerchantFixture();
    expect((await create(keys.sandbox, { amount_usdt: 1 })).status).toBe(200);
    const fresh = await rotateKey(ctx, { terminalId, environment: "sandbox", graceHours: 0 });
    const refused = await create(keys.sandbox, { amount_usdt: 1 });
    expect([refused.status, refused.json.code]).toEqual([401, "invalid_api_key"]);
    expect((await create(fresh.key, { amount_usdt: 1 })).status).toBe(200);
  });

  it("a key that was ended by another process creates nothing although this one remembers it", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    expect((await create(keys.sandbox, { amount_usdt: 1 })).status).toBe(200);
    await database().sql`update api_keys set ends_at = now() where merchant_id = ${merchantId}`;
    const refused = await create(keys.sandbox, { amount_usdt: 1 });
    expect([refused.status, refused.json.code]).toEqual([401, "invalid_api_key"]);
    const rows = await database().sql`select id from payment_intents where merchant_id = ${merchantId}`;
    expect(rows).toHaveLength(1);
  });

  it("a key that was ended by another process learns nothing although this one remembers it", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const send = (body: unknown, name: string) =>
      call("create-payment-intent", body, { key: keys.sandbox, headers: { "idempotency-key": name } });
    const asked = [
      [{ amount_usdt: 1 }, "order-1"],
      [{ amount_usdt: 2 }, "order-1"],
      [{ amount_usdt: 0 }, "order-2"],
      ["{", "order-2"],
      [{ amount_usdt: 1 }, "\u0001"],
      [{ amount_usdt: 1, junk: "x".repeat(70_000) }, "order-2"],
    ] as const;
    const before = await Promise.all([asked[0]].map(([body, name]) => send(body, name)));
    for (const [body, name] of asked) before.push(await send(body, name));
    expect(before.map(({ status }) => status)).toEqual([200, 200, 409, 400, 400, 400, 413]);
    await database().sql`update api_keys set ends_at = now() where merchant_id = ${merchantId}`;
    for (const [body, name] of asked) {
      const { status, json, headers } = await send(body, name);
      expect([status, json, headers.get("idempotent-replayed")]).toEqual([
        401,
        { error: "This API key isn't valid.", code: "invalid_api_key" },
        null,
      ]);
    }
  });

  it("a key in its grace period goes on beside the new one", async () => {
    const { keys, ctx, terminalId } = await createMerchantFixture();
    const fresh = await rotateKey(ctx, { terminalId, environment: "sandbox", graceHours: 1 });
    expect((await create(keys.sandbox, { amount_usdt: 1 })).status).toBe(200);
    expect((await create(fresh.key, { amount_usdt: 1 })).status).toBe(200);
  });
});
