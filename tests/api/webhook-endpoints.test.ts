import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { MOST_KEY_ENDPOINTS } from "@/lib/delivery/endpoints/create-by-key";
import { DEFAULT_SUBSCRIBED_TYPES, SUBSCRIBED_TYPES } from "@/lib/delivery/endpoints/key-schemas";
import { serviceSignature } from "@/lib/delivery/events/sign";
import { limitRule } from "@/lib/service/api/limits/rules";
import { type ApiAnswer, call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { startReceiver } from "@/tests/support/receiver";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const URL_ = "https://shop.example/webhooks";
const ENDPOINT = "id url event_types terminal_id environment livemode status disabled_reason failing_since created_at";
const FIELDS = ENDPOINT.split(" ");
const SCOPES = ["webhooks:write"] as const;

type KeyOptions = Parameters<typeof createRestrictedKey>[1];

/** A business with a key that can only manage its endpoints. */
async function withKey(options: KeyOptions = {}) {
  const merchant = await createMerchantFixture();
  const made = await createRestrictedKey(merchant, { scopes: SCOPES, ...options });
  return { merchant, ...made, ...callsOf(made.key) };
}

function callsOf(key: string) {
  const at = (id: string) => `webhook-endpoints/${id}`;
  return {
    list: () => call("webhook-endpoints", undefined, { key }),
    create: (body: unknown = { url: URL_ }) => call("webhook-endpoints", body, { key }),
    get: (id: string) => call(at(id), undefined, { key }),
    patch: (id: string, body: unknown) => call(at(id), body, { key, method: "PATCH" }),
    remove: (id: string) => call(at(id), undefined, { key, method: "DELETE" }),
    rotate: (id: string) => call(`${at(id)}/rotate-secret`, {}, { key }),
    test: (id: string) => call(`${at(id)}/test`, {}, { key }),
  };
}

type Calls = ReturnType<typeof callsOf>;

const refusal = ({ status, json }: ApiAnswer) => [status, json.code];

describe("an endpoint's life by API", () => {
  it("is created, read, listed, changed, disabled, enabled and deleted by its key", async () => {
    const { list, create, get, patch, remove } = await withKey();
    expect((await list()).json).toEqual({ data: [], has_more: false, next: null });
    const { status, json } = await create({ url: URL_, event_types: ["payment.expired", "payment.success"] });
    const { secret, created, ...endpoint } = json;
    expect([status, created]).toEqual([200, true]);
    expect(secret).toMatch(/^whsec_/);
    expect(Object.keys(endpoint)).toEqual(FIELDS);
    expect(endpoint).toMatchObject({
      url: URL_,
      event_types: ["payment.expired", "payment.success"],
      terminal_id: null,
      environment: "sandbox",
      livemode: false,
      status: "enabled",
      disabled_reason: null,
      failing_since: null,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:]{8}\.\d{3}Z$/),
    });
    const { id } = endpoint;
    expect((await get(id)).json).toEqual(endpoint);
    expect((await list()).json.data).toEqual([endpoint]);

    const url = "https://shop.example/till/webhooks";
    const changed = { ...endpoint, url, event_types: ["intent.cancelled"] };
    expect((await patch(id, { url, event_types: ["intent.cancelled"] })).json).toEqual(changed);
    const off = { ...changed, status: "disabled", disabled_reason: "api" };
    expect((await patch(id, { enabled: false })).json).toEqual(off);
    expect((await patch(id, { enabled: false })).json).toEqual(off);
    expect((await patch(id, { enabled: true })).json).toEqual(changed);
    expect((await patch(id, { enabled: true, url: null })).json).toEqual(changed);

    expect((await remove(id)).json).toEqual({ id, deleted: true });
    expect(refusal(await remove(id))).toEqual([404, "not_found"]);
    expect((await list()).json.data).toEqual([]);
  });

  it("is in the audit log with its key, one entry for each change", async () => {
    const { merchant, create, patch, rotate, remove, keyId } = await withKey();
    const { id } = (await create()).json;
    await create();
    await patch(id, { enabled: true });
    await patch(id, { event_types: ["payment.success"], enabled: false });
    await patch(id, { enabled: true });
    await rotate(id);
    await remove(id);
    const entries = (await auditOf(merchant.merchantId)).filter(({ target_id }) => target_id === id);
    expect(entries.map(({ action }) => action.split(".")[1])).toEqual(
      "created updated disabled enabled secret_rotated disabled deleted".split(" "),
    );
    expect(entries[2]).toMatchObject({ after: { reason: "api" } });
    const actors = await database().sql`
      select distinct actor_type, actor_id from audit_log where merchant_id = ${merchant.merchantId} and target_id = ${id}`;
    expect(actors).toEqual([{ actor_type: "api_key", actor_id: keyId }]);
  });

  it("subscribes to the default events but the test event, which it never shows", async () => {
    const { create, get } = await withKey();
    const { json } = await create({ url: URL_, event_types: null, terminal_id: null });
    expect(json.event_types).toEqual(DEFAULT_SUBSCRIBED_TYPES);
    const stored = await database().sql`select event_types from webhook_endpoints where id = ${json.id}`;
    expect(stored).toEqual([{ event_types: DEFAULT_SUBSCRIBED_TYPES }]);
    await database().sql`
      update webhook_endpoints set event_types = '{test.ping,payment.success}' where id = ${json.id}`;
    expect((await get(json.id)).json.event_types).toEqual(["payment.success"]);
  });

  it("says why it was disabled, and since when it fails", async () => {
    const { create, get } = await withKey();
    const { id } = (await create()).json;
    const { sql } = database();
    await sql`update webhook_endpoints set failing_since = '2026-03-01T12:00:00Z' where id = ${id}`;
    expect((await get(id)).json).toMatchObject({ status: "enabled", failing_since: "2026-03-01T12:00:00.000Z" });
    await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'failing' where id = ${id}`;
    expect((await get(id)).json).toMatchObject({ status: "disabled", disabled_reason: "failing", failing_since: null });
  });
});

describe("creating one", () => {
  it("again returns it as it is, without its secret", async () => {
    const { create, patch, list } = await withKey();
    const { secret, created, ...endpoint } = (await create()).json;
    expect([typeof secret, created]).toEqual(["string", true]);
    const changed = (await patch(endpoint.id, { enabled: false })).json;
    const again = (await create({ url: URL_, event_types: ["intent.created"] })).json;
    expect(again).toEqual({ ...changed, created: false });
    expect((await list()).json.data).toHaveLength(1);
  });

  it("twenty times at once creates one, with one secret", async () => {
    const { create, list } = await withKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => create()));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(answers.filter(({ json }) => json.created)).toHaveLength(1);
    expect(answers.filter(({ json }) => "secret" in json)).toHaveLength(1);
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect((await list()).json.data).toHaveLength(1);
  });

  it("is limited per key, also for twenty at once, and goes on after one is deleted", async () => {
    const { create, list, remove } = await withKey();
    const urls = Array.from({ length: 20 }, (_, n) => `${URL_}/${n}`);
    const answers = await Promise.all(urls.map((url) => create({ url })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST_KEY_ENDPOINTS);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(refusal)).toEqual(Array(20 - MOST_KEY_ENDPOINTS).fill([409, "limit_reached"]));
    expect(refused[0]?.json.error).toBe("This key has 5 webhook endpoints, which is the limit. Delete one first.");
    const { data } = (await list()).json;
    expect(data).toHaveLength(MOST_KEY_ENDPOINTS);
    expect((await create({ url: data[0].url })).json).toMatchObject({ id: data[0].id, created: false });
    await remove(data[0].id);
    expect((await create({ url: data[0].url })).json.created).toBe(true);
  });

  it("counts towards the limit of the business", async () => {
    const { merchant, create } = await withKey();
    await database().sql`
      insert into webhook_endpoints (merchant_id, environment, url, event_types, secret)
      select ${merchant.merchantId}, 'sandbox', 'https://shop.example/' || n, '{payment.success}', ''
        from generate_series(1, 500) n`;
    const { status, json } = await create();
    expect([status, json]).toEqual([
      409,
      {
        error: "A business can have 500 endpoints in the sandbox. Delete one that you no longer need.",
        code: "limit_reached",
      },
    ]);
  });

  it("with a key for all terminals names one or none", async () => {
    const { merchant, create } = await withKey();
    const { merchantId, terminalId } = merchant;
    const [none, named] = [await create(), await create({ url: URL_, terminal_id: terminalId })];
    expect([none.json.terminal_id, named.json.terminal_id]).toEqual([null, terminalId]);
    expect(none.json.id).not.toBe(named.json.id);
    const foreign = await createMerchantFixture();
    for (const terminal_id of [foreign.terminalId, randomUUID()]) {
      const { status, json } = await create({ url: URL_, terminal_id });
      expect([status, json]).toEqual([404, { error: "No such terminal.", code: "not_found" }]);
    }
    await database()
      .sql`update terminals set archived_at = now() where id = ${terminalId} and merchant_id = ${merchantId}`;
    expect(refusal(await create({ url: URL_, terminal_id: terminalId }))).toEqual([404, "not_found"]);
  });

  it("with a key for one terminal is for that terminal only", async () => {
    const merchant = await createMerchantFixture();
    const owner = await memberContext(merchant);
    const { id: other } = await createTerminal(owner, { name: "Bar" });
    const { key } = await createRestrictedKey(merchant, { scopes: SCOPES, terminalId: merchant.terminalId });
    const { create } = callsOf(key);
    const [first, second, third] = [
      await create(),
      await create({ url: URL_, terminal_id: null }),
      await create({ url: URL_, terminal_id: merchant.terminalId }),
    ];
    expect([first, second, third].map(({ json }) => [json.id, json.terminal_id, json.created])).toEqual([
      [first.json.id, merchant.terminalId, true],
      [first.json.id, merchant.terminalId, false],
      [first.json.id, merchant.terminalId, false],
    ]);
    const { status, json } = await create({ url: URL_, terminal_id: other });
    expect([status, json.code]).toEqual([400, "invalid_request"]);
    expect(json.error).toBe("terminal_id must be the terminal of this key. You can leave it out.");
  });
});

describe("a key reaches", () => {
  /** Every call that names an endpoint. */
  const reach = (calls: Calls, id: string) =>
    Promise.all([
      calls.get(id),
      calls.patch(id, { enabled: false }),
      calls.rotate(id),
      calls.test(id),
      calls.remove(id),
    ]);

  it("only what it has created: everything else is the same 404 as an unknown ID", async () => {
    const mine = await withKey();
    const { id } = (await mine.create()).json;
    const sibling = callsOf((await createRestrictedKey(mine.merchant, { scopes: SCOPES })).key);
    const live = callsOf((await createRestrictedKey(mine.merchant, { scopes: SCOPES, environment: "live" })).key);
    const foreign = await withKey();
    const own = (await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" })).merchantId;
    const dashboard = callsOf((await createRestrictedKey({ merchantId: own }, { scopes: SCOPES })).key);
    const [{ id: ofDashboard }] = await database().sql<[{ id: string }]>`
      select id from webhook_endpoints where merchant_id = ${own}`;
    const unknown = (await reach(mine, randomUUID())).map(({ status, text }) => [status, text]);
    expect(unknown).toEqual(Array(5).fill([404, '{"error":"No such endpoint.","code":"not_found"}']));
    for (const [calls, target] of [
      [sibling, id],
      [live, id],
      [foreign, id],
      [dashboard, ofDashboard],
    ] as const) {
      expect((await reach(calls, target)).map(({ status, text }) => [status, text])).toEqual(unknown);
      expect((await calls.list()).json.data).toEqual([]);
    }
    expect((await mine.get(id)).json).toMatchObject({ id, status: "enabled" });
  });

  it("through its rotations the same endpoints", async () => {
    const { keyId, create } = await withKey();
    const { id } = (await create()).json;
    const next = await createRestrictedKey(await createMerchantFixture(), { scopes: SCOPES });
    const { sql } = database();
    await sql`update restricted_key_secrets set ends_at = now() where key_id = ${keyId}`;
    await sql`update restricted_key_secrets set key_id = ${keyId} where id = ${next.secretId}`;
    expect((await callsOf(next.key).get(id)).json.id).toBe(id);
  });

  it("for one terminal none that a member has moved to another one or to all", async () => {
    const merchant = await createMerchantFixture();
    const { key } = await createRestrictedKey(merchant, { scopes: SCOPES, terminalId: merchant.terminalId });
    const calls = callsOf(key);
    const { id } = (await calls.create()).json;
    expect((await calls.get(id)).status).toBe(200);
    await database().sql`update webhook_endpoints set terminal_id = null where id = ${id}`;
    expect((await reach(calls, id)).map(({ status }) => status)).toEqual(Array(5).fill(404));
    expect((await calls.list()).json.data).toEqual([]);
  });

  it("nothing without its scope, before the ID or the body are looked at", async () => {
    const { merchant } = await withKey();
    const others = await createRestrictedKey(merchant, { scopes: ["events:read", "intents:write"] });
    for (const key of [merchant.keys.sandbox, others.key]) {
      const calls = callsOf(key);
      const answers = [await calls.list(), await calls.create("{"), ...(await reach(calls, "x"))];
      expect(answers.map(({ status, json }) => [status, json.code])).toEqual(
        Array(7).fill([403, "insufficient_scope"]),
      );
      for (const { json } of answers) expect(json.error).toContain("webhooks:write");
    }
  });

  it("nothing once its maker may no longer manage webhooks, while the endpoint stays", async () => {
    const merchant = await createMerchantFixture();
    const developer = await memberContext(merchant, { role: "developer" });
    const { key } = await createRestrictedKey(merchant, { scopes: SCOPES, madeBy: developer.actor.userId });
    const { create, get } = callsOf(key);
    const { id } = (await create()).json;
    await database().sql`update memberships set role = 'viewer' where user_id = ${developer.actor.userId}`;
    expect(refusal(await get(id))).toEqual([403, "insufficient_scope"]);
    await database().sql`delete from memberships where user_id = ${developer.actor.userId}`;
    expect(refusal(await get(id))).toEqual([401, "invalid_api_key"]);
    const rows = await database().sql`select disabled_at from webhook_endpoints where id = ${id}`;
    expect(rows).toEqual([{ disabled_at: null }]);
  });
});

describe("what is wrong with a call", () => {
  const TYPES = `event_types must be a list of one or more of these events, each once: ${SUBSCRIBED_TYPES.join(", ")}.`;
  const FULL =
    "url must be a full URL that starts with https:// or http://, for example https://shop.example/webhooks.";
  const settings = [
    [{ url: 7 }, "invalid_request", FULL],
    [{ url: [] }, "invalid_request", FULL],
    [{ url: "https://shop.example/\ud800" }, "invalid_request", FULL],
    [{ url: "" }, "invalid_url_scheme", /^This URL doesn't start with/],
    [{ url: "ftp://shop.example" }, "invalid_url_scheme", /^This URL doesn't start with/],
    [{ url: "https://a:b@shop.example" }, "invalid_url_scheme", /^This URL contains a user name/],
    [{ url: `https://shop.example/${"x".repeat(2_028)}` }, "invalid_url_scheme", /^This URL has 2049 characters/],
    [{ event_types: [] }, "invalid_request", TYPES],
    [{ event_types: "payment.success" }, "invalid_request", TYPES],
    [{ event_types: ["payment.succeeded"] }, "invalid_request", TYPES],
    [{ event_types: ["test.ping"] }, "invalid_request", TYPES],
    [{ event_types: ["payment.success", "payment.success"] }, "invalid_request", TYPES],
    [{ event_types: [null] }, "invalid_request", TYPES],
  ] as const;

  it.each(settings)("POST and PATCH %j", async (wrong, code, message) => {
    const { create, patch, get } = await withKey();
    const { secret: _, created: __, ...endpoint } = (await create()).json;
    for (const answer of [await create({ url: URL_, ...wrong }), await patch(endpoint.id, wrong)]) {
      expect(refusal(answer)).toEqual([400, code]);
      expect(answer.json.error).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    }
    expect((await get(endpoint.id)).json).toEqual(endpoint);
  });

  it.each([
    ["http://shop.example/webhooks", "http_in_live"],
    ["https://localhost/webhooks", "private_ip_in_live"],
    ["https://10.0.0.1/webhooks", "private_ip_in_live"],
    ["https://[::1]/webhooks", "private_ip_in_live"],
  ])("live: %s is %s", async (url, code) => {
    const { create, patch } = await withKey({ environment: "live" });
    const { id, environment, livemode } = (await create()).json;
    expect([environment, livemode]).toEqual(["live", true]);
    for (const answer of [await create({ url }), await patch(id, { url })])
      expect(refusal(answer)).toEqual([400, code]);
  });

  it.each([{}, { colour: "red" }, { url: null, event_types: null, enabled: null }])(
    "PATCH %j has nothing in it",
    async (body) => {
      const { create, patch } = await withKey();
      const { status, json } = await patch((await create()).json.id, body);
      expect([status, json]).toEqual([
        400,
        { error: "The body must have at least one of url, event_types and enabled.", code: "invalid_request" },
      ]);
    },
  );

  it.each([
    [undefined, "The body must be valid JSON"],
    ["", "The body must be valid JSON"],
    ["{", "The body must be valid JSON"],
    ["[]", "The body must be a JSON object."],
    ["null", "The body must be a JSON object."],
    ['{"enabled": "true"}', "enabled must be true or false."],
    ['{"enabled": 1}', "enabled must be true or false."],
  ])("PATCH with the body %s", async (body, message) => {
    const { create, patch } = await withKey();
    const answer = await patch((await create()).json.id, body);
    expect(refusal(answer)).toEqual([400, "invalid_request"]);
    expect(answer.json.error).toContain(message);
  });

  it.each([[{}], [{ url: null }], [{ event_types: ["payment.success"] }], [{ url: URL_, terminal_id: 7 }]])(
    "POST %j",
    async (body) => {
      const { create, list } = await withKey();
      const { status, json } = await create(body);
      expect([status, json.code]).toEqual([400, "invalid_request"]);
      expect(json.error).toMatch(/^(url|terminal_id) must be .*\.$/);
      expect((await list()).json.data).toEqual([]);
    },
  );

  it.each(["x", "7d9f2b52", "%00", `${randomUUID()}0`])("the ID %s isn't a uuid", async (id) => {
    const calls = await withKey();
    const answers = [
      await calls.get(id),
      await calls.patch(id, { enabled: true }),
      await calls.patch(id, "{"),
      await calls.rotate(id),
      await calls.test(id),
      await calls.remove(id),
    ];
    for (const { status, json } of answers) {
      expect([status, json]).toEqual([
        400,
        {
          error: "id must be the uuid of a webhook endpoint, for example e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d.",
          code: "invalid_id",
        },
      ]);
    }
  });

  it("is an unsupported method, or a path below", async () => {
    const { key } = await withKey();
    const id = randomUUID();
    const put = await call(`webhook-endpoints/${id}`, {}, { key, method: "PUT" });
    expect([put.status, put.headers.get("allow")]).toEqual([405, "GET, HEAD, PATCH, DELETE, OPTIONS"]);
    const remove = await call("webhook-endpoints", undefined, { key, method: "DELETE" });
    expect([remove.status, remove.headers.get("allow")]).toEqual([405, "GET, HEAD, POST, OPTIONS"]);
    expect((await call(`webhook-endpoints/${id}/rotate-secret`, undefined, { key })).status).toBe(405);
    expect((await call(`webhook-endpoints/${id}/other`, undefined, { key })).status).toBe(404);
  });
});

describe("rotating the secret", () => {
  it("returns a second secret that signs beside the first, and when it takes over", async () => {
    const receiver = await startReceiver((_, response) => response.end());
    const { create, rotate, test, get } = await withKey();
    const { id, secret: first } = (await create({ url: receiver.url })).json;
    const { secret, takes_over_at, ...endpoint } = (await rotate(id)).json;
    expect(secret).toMatch(/^whsec_/);
    expect(secret).not.toBe(first);
    expect(endpoint).toEqual((await get(id)).json);
    const [{ hours }] = await database().sql<[{ hours: number }]>`
      select round(extract(epoch from ${takes_over_at}::timestamptz - now()) / 3600)::int as hours`;
    expect(hours).toBe(24);
    await test(id);
    const [{ request, body }] = receiver.requests as [(typeof receiver.requests)[number]];
    expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, first));
    expect(String(request.headers["webhook-signature"]).split(" ")).toHaveLength(2);
  });

  it("again replaces the second secret, also twice at once", async () => {
    const { create, rotate } = await withKey();
    const { id } = (await create()).json;
    const answers = [await rotate(id), ...(await Promise.all([rotate(id), rotate(id)]))];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ json }) => json.secret)).size).toBe(3);
  });
});

describe("a test event", () => {
  async function endpointAt(answer: Parameters<typeof startReceiver>[0]) {
    const receiver = await startReceiver(answer);
    const calls = await withKey();
    const { id, secret } = (await calls.create({ url: receiver.url, event_types: ["payment.success"] })).json;
    return { ...calls, id, secret, receiver };
  }

  it("is sent once, signed, and its response returned", async () => {
    const { id, secret, test, receiver } = await endpointAt((_, response) => response.writeHead(204).end());
    const { json } = await test(id);
    expect(json).toEqual({ event_id: expect.any(String), status: "delivered", response_status: 204, error: null });
    const [{ request, body }] = receiver.requests as [(typeof receiver.requests)[number]];
    expect(request.headers["x-service-event-id"]).toBe(json.event_id);
    expect(JSON.parse(body).event).toBe("test.ping");
    expect(request.headers["x-service-signature"]).toBe(serviceSignature(body, secret));
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    [500, "http_status"],
    [302, "redirect"],
    [410, "gone"],
  ])("that is answered with %d has failed, and leaves the endpoint enabled", async (status, error) => {
    const { id, test, get } = await endpointAt((_, response) => response.writeHead(status).end());
    const { json } = await test(id);
    expect(json).toEqual({ event_id: expect.any(String), status: "failed", response_status: status, error });
    expect((await get(id)).json.status).toBe("enabled");
  });

  it("that isn't answered has failed", async () => {
    const { id, test } = await endpointAt((request) => request.socket.destroy());
    const { json } = await test(id);
    expect(json).toEqual({ event_id: expect.any(String), status: "failed", response_status: null, error: "reset" });
  });

  it("isn't sent to a disabled endpoint", async () => {
    const { id, test, patch, receiver } = await endpointAt((_, response) => response.end());
    await patch(id, { enabled: false });
    const { status, json } = await test(id);
    expect([status, json]).toEqual([
      409,
      { error: "This endpoint is disabled. Enable it to send a test event.", code: "invalid_transition" },
    ]);
    expect(receiver.requests).toEqual([]);
  });

  it("is limited per key, over all of its endpoints", async () => {
    const receiver = await startReceiver((_, response) => response.end());
    const { create, test } = await withKey();
    const ids = [(await create({ url: receiver.url })).json.id, (await create({ url: `${receiver.url}/2` })).json.id];
    const { limit } = limitRule("testEvent");
    const answers = await Promise.all(Array.from({ length: limit + 3 }, (_, n) => test(ids[n % 2])));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.map(({ json }) => json.code)).toEqual(Array(3).fill("rate_limited"));
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(receiver.requests).toHaveLength(limit);
  });
});
