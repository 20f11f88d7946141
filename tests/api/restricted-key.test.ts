import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import type { Role } from "@/lib/base/values/permissions";
import { SCOPES, type Scope } from "@/lib/base/values/scopes";
import { listRequests } from "@/lib/payments/requests/list";
import { flushRequestLog } from "@/lib/payments/requests/record";
import { ENDPOINTS } from "@/lib/service/api/endpoints";
import { clientAddressFinder } from "@/lib/service/server/admission";
import { type ApiAnswer, call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const AMOUNT = { amount_usdt: 12.5 };

/** A business with a second terminal, and a key for both. */
async function business() {
  const merchant = await createMerchantFixture();
  const [bar] = await database().sql<[{ id: string }]>`
    insert into terminals (merchant_id, name) values (${merchant.merchantId}, 'Bar') returning id`;
  const { key, keyId } = await createRestrictedKey(merchant);
  return { ...merchant, bar: bar.id, key, keyId };
}

const create = (key: string, body: object, idempotencyKey?: string) =>
  call("create-payment-intent", body, {
    key,
    headers: idempotencyKey ? { "idempotency-key": idempotencyKey } : {},
  });

const codeOf = ({ status, json }: ApiAnswer) => [status, json.code];
const intentOf = ({ json }: ApiAnswer): string => json.intent.id;

describe("a key for all terminals", () => {
  it("creates on the terminal that it names, and cancels on each", async () => {
    const { terminalId, bar, key, keys } = await business();
    for (const [terminal_id, name] of [
      [terminalId, "Front desk"],
      [bar.toUpperCase(), "Bar"],
    ]) {
      const created = await create(key, { ...AMOUNT, terminal_id });
      expect(created.json).toMatchObject({ success: true, terminal: name, environment: "sandbox" });
      const cancelled = await call("cancel-payment-intent", { id: intentOf(created) }, { key });
      expect(cancelled.json).toMatchObject({ id: intentOf(created), status: "cancelled" });
    }
    const own = await create(keys.sandbox, AMOUNT);
    expect((await call("cancel-payment-intent", { id: intentOf(own) }, { key })).status).toBe(200);
  });

  it("reads the sales of the terminal that it names", async () => {
    const { terminalId, bar, key } = await business();
    const paid = await create(key, { ...AMOUNT, terminal_id: bar });
    await call("simulate-payment", { id: intentOf(paid) });
    const salesOf = async (terminal: string) => [
      (await call(`get-terminal-sales?terminal_id=${terminal}`, undefined, { key })).json,
      (await call("get-terminal-sales", { terminal_id: terminal }, { key })).json,
    ];
    for (const report of await salesOf(bar)) {
      expect(report).toMatchObject({ terminal_name: "Bar", summary: { total_collected: 12.5, sales_count: 1 } });
    }
    for (const report of await salesOf(terminalId)) {
      expect(report).toMatchObject({ terminal_name: "Front desk", summary: { sales_count: 0 } });
    }
  });

  it("has no terminal without a name, and none of others or of before", async () => {
    const { bar, key } = await business();
    const other = await createMerchantFixture();
    await database().sql`update terminals set archived_at = now() where id = ${bar}`;
    const ask = (terminal_id?: string) =>
      Promise.all([
        create(key, { ...AMOUNT, terminal_id }),
        call(`get-terminal-sales${terminal_id ? `?terminal_id=${terminal_id}` : ""}`, undefined, { key }),
        call("get-terminal-sales", { terminal_id }, { key }),
      ]);
    for (const answer of await ask()) expect(codeOf(answer)).toEqual([400, "invalid_request"]);
    const none = await ask(randomUUID());
    for (const answer of none) expect(codeOf(answer)).toEqual([404, "not_found"]);
    for (const terminal of [other.terminalId, bar]) {
      expect((await ask(terminal)).map(({ text }) => text)).toEqual(none.map(({ text }) => text));
    }
    expect(codeOf(await create(key, { ...AMOUNT, terminal_id: "7" }))).toEqual([400, "invalid_request"]);
  });

  it("doesn't cancel another business's payment, nor one of the other environment", async () => {
    const { terminalId, key, ...merchant } = await business();
    const theirs = intentOf(await create((await createMerchantFixture()).keys.sandbox, AMOUNT));
    const own = intentOf(await create(key, { ...AMOUNT, terminal_id: terminalId }));
    const live = await createRestrictedKey(merchant, { environment: "live" });
    const none = await call("cancel-payment-intent", { id: randomUUID() }, { key });
    expect(codeOf(none)).toEqual([404, "not_found"]);
    expect((await call("cancel-payment-intent", { id: theirs }, { key })).text).toBe(none.text);
    expect((await call("cancel-payment-intent", { id: own }, { key: live.key })).text).toBe(none.text);
  });
});

describe("an Idempotency-Key", () => {
  it("is of the business and its environment, whichever key of all terminals asks", async () => {
    const { terminalId, bar, key, keys, ...merchant } = await business();
    const second = await createRestrictedKey(merchant);
    const order = randomUUID();
    const first = await create(key, { ...AMOUNT, terminal_id: terminalId }, order);
    for (const again of [key, second.key]) {
      const replayed = await create(again, { terminal_id: terminalId, ...AMOUNT }, order);
      expect([replayed.text, replayed.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    }
    for (const body of [
      { ...AMOUNT, terminal_id: bar },
      { amount_usdt: 13, terminal_id: terminalId },
    ]) {
      expect(codeOf(await create(second.key, body, order))).toEqual([409, "idempotency_conflict"]);
    }
    // a terminal's own keys, and other businesses, have others
    const own = await create(keys.sandbox, AMOUNT, order);
    expect([own.status, intentOf(own) === intentOf(first)]).toEqual([200, false]);
    const other = await business();
    expect((await create(other.key, { ...AMOUNT, terminal_id: other.terminalId }, order)).status).toBe(200);
  });

  it("of a restricted key of one terminal is the one of the terminal's own key", async () => {
    const merchant = await createMerchantFixture();
    const { key } = await createRestrictedKey(merchant, { terminalId: merchant.terminalId });
    const order = randomUUID();
    const first = await create(merchant.keys.sandbox, AMOUNT, order);
    expect((await create(key, AMOUNT, order)).text).toBe(first.text);
  });

  it("twenty at once over two keys are one payment", async () => {
    const { terminalId, key, ...merchant } = await business();
    const second = await createRestrictedKey(merchant);
    const order = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        create(n % 2 === 0 ? key : second.key, { ...AMOUNT, terminal_id: terminalId }, order),
      ),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const [{ count }] = await database().sql<[{ count: number }]>`
      select count(*)::int as count from payment_intents where merchant_id = ${merchant.merchantId}`;
    expect(count).toBe(1);
  });

  it("cancels once, and conflicts with another payment", async () => {
    const { terminalId, bar, key } = await business();
    const [one, two] = await Promise.all(
      [terminalId, bar].map(async (terminal_id) => intentOf(await create(key, { ...AMOUNT, terminal_id }))),
    );
    const headers = { "idempotency-key": randomUUID() };
    const first = await call("cancel-payment-intent", { id: one }, { key, headers });
    const again = await call("cancel-payment-intent", { id: one }, { key, headers });
    expect([again.text, again.headers.get("idempotent-replayed")]).toEqual([first.text, "true"]);
    const conflict = await call("cancel-payment-intent", { id: two }, { key, headers });
    expect(codeOf(conflict)).toEqual([409, "idempotency_conflict"]);
  });
});

describe("a key that has ended", () => {
  const works = async (merchant: MerchantFixture, key: string) =>
    (await create(key, { ...AMOUNT, terminal_id: merchant.terminalId })).status === 200;

  it("is unknown at once: the key, its secret, and one whose end date has come", async () => {
    const merchant = await createMerchantFixture();
    const { sql } = database();
    const over = { error: "This API key isn't valid.", code: "invalid_api_key" };
    const [byKey, bySecret] = await Promise.all([createRestrictedKey(merchant), createRestrictedKey(merchant)]);
    for (const { key } of [byKey, bySecret]) expect(await works(merchant, key)).toBe(true);
    await sql`update restricted_keys set ends_at = now() where id = ${byKey.keyId}`;
    await sql`update restricted_key_secrets set ends_at = now() where id = ${bySecret.secretId}`;
    const dated = await createRestrictedKey(merchant, { endsAt: new Date(Date.now() - 1) });
    for (const { key } of [byKey, bySecret, dated]) {
      const { status, json } = await create(key, { ...AMOUNT, terminal_id: merchant.terminalId });
      expect([status, json]).toEqual([401, over]);
    }
    const later = await createRestrictedKey(merchant, { endsAt: new Date(Date.now() + 3_600_000) });
    expect(await works(merchant, later.key)).toBe(true);
  });

  it("ends with its terminal", async () => {
    const merchant = await createMerchantFixture();
    const { key } = await createRestrictedKey(merchant, { terminalId: merchant.terminalId });
    const { key: whole } = await createRestrictedKey(merchant);
    expect(await works(merchant, key)).toBe(true);
    await database().sql`update terminals set archived_at = now() where id = ${merchant.terminalId}`;
    expect(codeOf(await create(key, AMOUNT))).toEqual([401, "invalid_api_key"]);
    expect((await call("payment-intents", undefined, { key: whole })).status).toBe(200);
  });

  it("doesn't answer a repeated request", async () => {
    const { terminalId, key, keyId } = await business();
    const order = randomUUID();
    expect((await create(key, { ...AMOUNT, terminal_id: terminalId }, order)).status).toBe(200);
    await database().sql`update restricted_keys set ends_at = now() where id = ${keyId}`;
    const again = await create(key, { ...AMOUNT, terminal_id: terminalId }, order);
    expect(codeOf(again)).toEqual([401, "invalid_api_key"]);
  });
});

describe("what its maker may do", () => {
  const asRole = (userId: string, role: Role | null) =>
    role
      ? database().sql`
          update memberships set role = ${role}, terminal_ids = ${role === "cashier" ? [] : null}::uuid[]
           where user_id = ${userId}`
      : database().sql`delete from memberships where user_id = ${userId}`;

  it.each([
    ["manager", SCOPES],
    ["developer", ["intents:read", "intents:write", "events:read", "webhooks:write"]],
    ["viewer", []],
    ["cashier", []],
  ] as [Role, readonly Scope[]][])("of a key with every scope, as %s: %j", async (role, scopes) => {
    const merchant = await createMerchantFixture();
    const { actor } = await memberContext(merchant, { role: "owner" });
    const { key } = await createRestrictedKey(merchant, { madeBy: actor.userId });
    await asRole(actor.userId, role);
    const reports = await call(`get-terminal-sales?terminal_id=${merchant.terminalId}`, undefined, { key });
    expect(reports.status).toBe(scopes.includes("reports:read") ? 200 : 403);
    const intents = await call("payment-intents", undefined, { key });
    expect(intents.status).toBe(scopes.includes("intents:read") ? 200 : 403);
    const refund = await call("refunds", {}, { key });
    expect(refund.status).toBe(scopes.includes("refunds:write") ? 400 : 403);
    const created = await create(merchant.keys.sandbox, AMOUNT);
    const one = await call(`payment-intents/${intentOf(created)}`, undefined, { key });
    expect("refund_address" in one.json).toBe(scopes.includes("customers:read"));
  });

  it("is nothing once they have left, and again what it was when they come back", async () => {
    const merchant = await createMerchantFixture();
    const { actor } = await memberContext(merchant, { role: "developer" });
    const { key } = await createRestrictedKey(merchant, { madeBy: actor.userId, scopes: ["intents:read"] });
    const status = async () => (await call("payment-intents", undefined, { key })).status;
    expect(await status()).toBe(200);
    await asRole(actor.userId, null);
    expect(await status()).toBe(401);
    // another business's member isn't one of this
    const other = await createMerchantFixture();
    await database().sql`
      insert into memberships (merchant_id, user_id, role) values (${other.merchantId}, ${actor.userId}, 'owner')`;
    expect(await status()).toBe(401);
  });

  it("gives a key no scope that it wasn't given", async () => {
    const merchant = await createMerchantFixture();
    const { key } = await createRestrictedKey(merchant, { scopes: ["reports:read"] });
    expect(codeOf(await call("payment-intents", undefined, { key }))).toEqual([403, "insufficient_scope"]);
  });
});

const KEYED = ENDPOINTS.flatMap(({ path, scope, orScope, operations }) => {
  const [method] = Object.keys(operations) as ("GET" | "POST" | "PATCH" | "DELETE")[];
  return scope && method ? [{ path: path.slice(1).replace(/\{\w+\}/g, randomUUID()), method, scope, orScope }] : [];
});

it.each(KEYED)(
  "$method $path without $scope is 403 and names it, whatever else is sent",
  async ({ path, method, scope, orScope }) => {
    const merchant = await createMerchantFixture();
    const scopes = SCOPES.filter((one) => one !== scope && one !== orScope);
    const { key } = await createRestrictedKey(merchant, { scopes });
    const { status, json } = await call(path, method === "GET" ? undefined : "{", { key, method });
    expect([status, json.code]).toEqual([403, "insufficient_scope"]);
    expect(json.error).toBe(
      `This key doesn't have the scope ${orScope ?? scope}. Create a restricted key with it in the dashboard.`,
    );
  },
);

describe("IP ranges", () => {
  const from = (key: string, address: string) => call("payment-intents", undefined, { key, address });

  it.each([
    [["203.0.113.0/24"], "203.0.113.200", 200],
    [["203.0.113.0/24"], "203.0.114.1", 403],
    [["203.0.113.0/24"], "::ffff:203.0.113.200", 200],
    [["203.0.113.0/24"], "2001:db8::7", 403],
    [["198.51.100.7/32", "2001:db8::/32"], "2001:db8:ffff::7", 200],
    [["198.51.100.7/32", "2001:db8::/32"], "198.51.100.7", 200],
    [["2001:db8::/32"], "2001:db9::7", 403],
    [["::/0"], "203.0.113.1", 403],
    [["0.0.0.0/0"], "unknown", 403],
    [[], "unknown", 200],
  ])("%j from %s: %i", async (ipRanges, address, status) => {
    const { key } = await createRestrictedKey(await createMerchantFixture(), { ipRanges });
    const answer = await from(key, address);
    expect(answer.status).toBe(status);
    const message = status === 403 ? `This key can't be used from ${address}.` : undefined;
    expect(answer.json.error).toBe(message);
  });

  it("are compared with the client behind trusted proxies, which nobody else can name", async () => {
    const { key } = await createRestrictedKey(await createMerchantFixture(), { ipRanges: ["203.0.113.0/24"] });
    const addressOf = (peer: string, forwarded: string) =>
      clientAddressFinder(["10.0.0.0/8"])({
        socket: { remoteAddress: peer },
        headers: { "x-forwarded-for": forwarded },
      } as unknown as IncomingMessage);
    expect((await from(key, addressOf("10.0.0.1", "203.0.113.7"))).status).toBe(200);
    expect((await from(key, addressOf("10.0.0.1", "203.0.113.7, 198.51.100.1"))).status).toBe(403);
    expect((await from(key, addressOf("198.51.100.1", "203.0.113.7"))).status).toBe(403);
    expect((await from(key, addressOf("::ffff:10.0.0.1", "[::ffff:203.0.113.7]:443"))).status).toBe(200);
  });

  it("are compared before the scope, and a call from elsewhere is in the request log", async () => {
    const merchant = await createMerchantFixture();
    const member = await memberContext(merchant);
    const options = { ipRanges: ["203.0.113.0/24"], scopes: ["reports:read"] as Scope[], name: "Accounting" };
    const { key } = await createRestrictedKey(merchant, options);
    const refused = await call("payment-intents?reference=secret", undefined, { key, address: "198.51.100.1" });
    expect(codeOf(refused)).toEqual([403, "address_not_allowed"]);
    await flushRequestLog();
    expect((await listRequests(member, {})).rows).toEqual([
      {
        id: refused.headers.get("x-request-id"),
        method: "GET",
        path: "/api/v1/payment-intents",
        status: 403,
        code: "address_not_allowed",
        error: "This key can't be used from 198.51.100.1.",
        durationMicros: expect.any(Number),
        address: "198.51.100.1",
        createdAt: expect.any(Date),
        terminalId: null,
        terminalName: null,
        keyName: "Accounting",
        keyLast4: key.slice(-4),
      },
    ]);
  });
});

describe("the request log", () => {
  it("has the calls of a key for all terminals without one, by the path with its names", async () => {
    const { key, keyId, ...merchant } = await business();
    const id = intentOf(await create(key, { ...AMOUNT, terminal_id: merchant.terminalId }));
    await call(`payment-intents/${id}?x=1`, undefined, { key, address: "203.0.113.9" });
    await flushRequestLog();
    const member = await memberContext(merchant);
    const { rows } = await listRequests(member, { path: "/api/v1/payment-intents/{id}" });
    expect(rows).toMatchObject([{ method: "GET", status: 200, terminalId: null, keyName: "Back office" }]);
    expect((await listRequests(member, {})).rows.length).toBe(2);
    expect((await listRequests(member, { terminal: merchant.terminalId })).rows).toEqual([]);
    // a cashier sees the calls of their terminals only
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    expect((await listRequests(cashier, {})).rows).toEqual([]);
    const [used] = await database().sql`
      select last_used_at is not null as used, last_used_address as address from restricted_keys where id = ${keyId}`;
    expect(used).toEqual({ used: true, address: expect.stringMatching(/^203\.0\.113\.[79]$/) });
  });
});
