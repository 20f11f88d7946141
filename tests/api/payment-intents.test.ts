import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { leaveRefundAddress } from "@/lib/payments/intents/leave-refund-address";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { makePayments, type PaymentDraft } from "@/tests/support/payments";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

const list = (key: string, query: Record<string, string> | string = {}) => {
  const text = typeof query === "string" ? query : new URLSearchParams(query).toString();
  return call(`payment-intents?${text}`, undefined, { key });
};
const get = (key: string, id: string) => call(`payment-intents/${id}`, undefined, { key });
const idsOf = ({ json }: { json: { data: { id: string }[] } }) => json.data.map(({ id }) => id);

async function addTerminal({ merchantId }: MerchantFixture): Promise<string> {
  const [row] = await database().sql<[{ id: string }]>`
    insert into terminals (merchant_id, name) values (${merchantId}, 'Bar') returning id`;
  return row.id;
}

/** All pages of a list, and how many there were. */
async function readAll(key: string, query: Record<string, string> = {}) {
  const ids: string[] = [];
  let pages = 0;
  for (let after: string | null = ""; after !== null; pages++) {
    const page = await list(key, { ...query, ...(after && { after }) });
    expect(page.status, page.text).toBe(200);
    expect(page.json.has_more).toBe(page.json.next !== null);
    ids.push(...idsOf(page));
    after = page.json.next;
  }
  return { ids, pages };
}

/** Newest first, as a list should be. */
const inOrder = (made: { id: string; createdAt: string }[]) =>
  made
    .toSorted((a, b) => (a.createdAt < b.createdAt || (a.createdAt === b.createdAt && a.id < b.id) ? 1 : -1))
    .map(({ id }) => id);

describe("the list", () => {
  it("has what a terminal's key created, newest first, and a page after the other without a gap", async () => {
    const merchant = await createMerchantFixture();
    const bar = await addTerminal(merchant);
    // some in the same microsecond, some in the same millisecond
    const drafts = Array.from({ length: 45 }, (_, n): PaymentDraft => {
      const status = INTENT_STATUSES[n % 4];
      return { status, createdAt: `2026-03-01T10:00:00.00${Math.floor(n / 10)}${n % 3}00Z` };
    });
    const made = await makePayments(merchant, drafts);
    await makePayments(merchant, [{ terminalId: bar }, { environment: "live" }]);
    await makePayments(await createMerchantFixture(), [{}]);
    const key = merchant.keys.sandbox;
    for (const limit of ["1", "7", "45", "100"]) {
      const { ids, pages } = await readAll(key, { limit });
      expect(ids).toEqual(inOrder(made));
      expect(pages).toBe(Math.ceil(45 / Number(limit)));
    }
    expect(idsOf(await list(key))).toEqual(inOrder(made).slice(0, 20));
  });

  it("is of every terminal for a key for all, or of the one that it names, archived too", async () => {
    const merchant = await createMerchantFixture();
    const bar = await addTerminal(merchant);
    const [desk] = await makePayments(merchant, [{ createdAt: "2026-03-01T10:00:00Z" }]);
    const [drink] = await makePayments(merchant, [{ createdAt: "2026-03-01T11:00:00Z", terminalId: bar }]);
    await makePayments(await createMerchantFixture(), [{}]);
    const { key } = await createRestrictedKey(merchant);
    expect(idsOf(await list(key))).toEqual([drink?.id, desk?.id]);
    expect(idsOf(await list(key, { terminal_id: bar }))).toEqual([drink?.id]);
    await database().sql`update terminals set archived_at = now() where id = ${bar}`;
    expect(idsOf(await list(key, { terminal_id: bar.toUpperCase() }))).toEqual([drink?.id]);
    const { key: atBar } = await createRestrictedKey(merchant, { terminalId: merchant.terminalId });
    expect(idsOf(await list(atBar))).toEqual([desk?.id]);
    expect(idsOf(await list(atBar, { terminal_id: merchant.terminalId.toUpperCase() }))).toEqual([desk?.id]);
    expect((await list(atBar, { terminal_id: bar })).json).toEqual({
      error: "terminal_id must be the terminal of this key. You can leave it out.",
      code: "invalid_request",
    });
  });

  it("another business's terminal is the same 404 as none", async () => {
    const { key } = await createRestrictedKey(await createMerchantFixture());
    const other = await createMerchantFixture();
    const [theirs, none] = await Promise.all(
      [other.terminalId, randomUUID()].map((terminal_id) => list(key, { terminal_id })),
    );
    expect(theirs?.status).toBe(404);
    expect([theirs?.status, theirs?.text]).toEqual([none?.status, none?.text]);
  });

  it("is filtered by status, and by time as the answers show it", async () => {
    const merchant = await createMerchantFixture();
    const key = merchant.keys.sandbox;
    const at = (micros: string) => `2026-03-01T10:00:00.${micros}Z`;
    const [first, second, third] = await makePayments(merchant, [
      { status: "expired", createdAt: at("123000") },
      { status: "paid", createdAt: at("123999") },
      { status: "cancelled", createdAt: at("124000") },
    ]);
    expect(idsOf(await list(key, { status: "paid" }))).toEqual([second?.id]);
    expect(idsOf(await list(key, { status: "pending" }))).toEqual([]);
    const [shown] = (await list(key, { status: "paid" })).json.data;
    expect(shown.created_at).toBe("2026-03-01T10:00:00.123Z");
    const both = [second?.id, first?.id];
    for (const [query, ids] of [
      [{ created_after: at("123") }, [third?.id, ...both]],
      [{ created_after: at("124") }, [third?.id]],
      [{ created_after: at("123001") }, [third?.id]],
      [{ created_before: at("124") }, both],
      [{ created_before: at("123") }, []],
      [{ created_before: at("123001") }, both],
      [{ created_after: shown.created_at, created_before: at("124") }, both],
      [{ created_after: "2026-03-01T11:00:00.124+01:00" }, [third?.id]],
      [{ created_after: at("124"), created_before: at("123") }, []],
      [{ created_after: at("123"), status: "expired" }, [first?.id]],
    ] as const) {
      expect([query, idsOf(await list(key, query))]).toEqual([query, ids]);
    }
  });

  it("finds a reference exactly, of whatever characters", async () => {
    const merchant = await createMerchantFixture();
    const key = merchant.keys.sandbox;
    const emoji = "🧾".repeat(200);
    const references = ["Order-1", "order-1", "order-10", "order_1", "100%", "a b", "a+b", "é", "e\u0301", "ß", emoji];
    const made = await makePayments(
      merchant,
      references.map((reference) => ({ reference })),
    );
    for (const { id, reference } of made) {
      expect([reference, idsOf(await list(key, { reference: reference ?? "" }))]).toEqual([reference, [id]]);
    }
    for (const reference of ["ORDER-1", "order", "order%", "%", " a b", "😀".repeat(200)]) {
      expect([reference, idsOf(await list(key, { reference }))]).toEqual([reference, []]);
    }
    const { key: foreign } = await createRestrictedKey(await createMerchantFixture());
    expect(idsOf(await list(foreign, { reference: "order-1" }))).toEqual([]);
  });

  it("of a reference with a thousand intents and more is whole over its pages", async () => {
    const merchant = await createMerchantFixture();
    const bar = await addTerminal(merchant);
    const drafts = Array.from({ length: 2_400 }, (_, n): PaymentDraft => {
      const createdAt = `2026-03-01T10:${String(Math.floor(n / 60)).padStart(2, "0")}:${String(n % 60).padStart(2, "0")}Z`;
      const terminalId = n % 7 === 0 ? bar : merchant.terminalId;
      const status = n % 5 === 0 ? "expired" : n % 400 === 1 ? "cancelled" : "paid";
      return { reference: n % 2 === 0 || n % 400 === 1 ? "POS" : "other", createdAt, terminalId, status };
    });
    const made = (await makePayments(merchant, drafts)).filter(({ reference }) => reference === "POS");
    const { key } = await createRestrictedKey(merchant);
    const query = { reference: "POS", limit: "100" };
    expect((await readAll(key, query)).ids).toEqual(inOrder(made));
    const atBar = made.filter(({ terminalId }) => terminalId === bar);
    expect((await readAll(key, { ...query, terminal_id: bar })).ids).toEqual(inOrder(atBar));
    const cancelled = made.filter(({ status }) => status === "cancelled");
    expect((await readAll(key, { ...query, status: "cancelled" })).ids).toEqual(inOrder(cancelled));
  });

  it("a cursor is of one tenant and its filters, whichever key of it asks", async () => {
    const merchant = await createMerchantFixture();
    const bar = await addTerminal(merchant);
    const made = await makePayments(merchant, [{}, {}, { status: "expired" }, { terminalId: bar }]);
    const { key } = await createRestrictedKey(merchant);
    const { key: second } = await createRestrictedKey(merchant);
    const { next: after } = (await list(key, { limit: "1" })).json;
    expect(idsOf(await list(second, { after, limit: "100" }))).toEqual(inOrder(made).slice(1));
    const { key: live } = await createRestrictedKey(merchant, { environment: "live" });
    const { key: foreign } = await createRestrictedKey(await createMerchantFixture());
    const refused = [
      ...[live, foreign, merchant.keys.sandbox].map((other) => list(other, { after })),
      ...["status=paid", "reference=x", `terminal_id=${bar}`, "created_after=2026-01-01T00:00:00Z"].map((filter) =>
        list(key, `after=${after}&${filter}`),
      ),
      ...["", "garbage", "\u0000", `${after}0`, after.slice(0, -1), after.toUpperCase()].map((text) =>
        list(key, { after: text }),
      ),
    ];
    for (const { status, json } of await Promise.all(refused)) {
      expect([status, json]).toEqual([
        400,
        {
          error: expect.stringMatching(/^after must be the next of a page that a key of the same business/),
          code: "invalid_request",
        },
      ]);
    }
  });

  it.each([
    ["limit=0", "limit must be a whole number from 1 to 100."],
    ["limit=101", "limit must be a whole number from 1 to 100."],
    ["limit=1e9", "limit must be a whole number from 1 to 100."],
    ["limit=-1", "limit must be a whole number from 1 to 100."],
    ["limit=", "limit must be a whole number from 1 to 100."],
    ["limit=5&limit=6", "limit must be given only once."],
    ["after=a&after=b", "after must be given only once."],
    ["status=done", "status must be pending, paid, expired or cancelled."],
    ["status=", "status must be pending, paid, expired or cancelled."],
    ["terminal_id=7", /^terminal_id must be the uuid of a terminal/],
    ["created_after=yesterday", /^created_after must be an ISO 8601 date-time with its offset/],
    ["created_before=2026-03-01", /^created_before must be an ISO 8601 date-time with its offset/],
    ["created_after=2026-03-01T00:00:00", /^created_after must be an ISO 8601 date-time with its offset/],
    ["reference=", /^reference must be text of 1 to 200 characters/],
    [`reference=${"x".repeat(201)}`, /^reference must be text of 1 to 200 characters/],
    [`reference=${encodeURIComponent("🧾".repeat(201))}`, /^reference must be text of 1 to 200 characters/],
    ["reference=a%00b", /^reference must be text of 1 to 200 characters/],
    ["reference=%ED%A0%BD", "reference must be text in UTF-8."],
    ["reference=%FF", "reference must be text in UTF-8."],
  ])("%s is 400 with a sentence", async (query, error) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await list(keys.sandbox, query);
    expect([status, json.code]).toEqual([400, "invalid_request"]);
    expect(json.error).toMatch(error);
  });
});

describe("one intent", () => {
  it("is what the list has of it, with its transfers and what is missing", async () => {
    const merchant = await createMerchantFixture();
    const key = merchant.keys.sandbox;
    const body = { amount_usdt: 10, reference: "order-7", metadata: { cart: "1" }, success_url: "https://a.example/" };
    const { id } = (await call("create-payment-intent", body, { key })).json.intent;
    await call("simulate-payment", { id, outcome: "underpaid" });
    const shown = (await get(key, id)).json;
    expect((await list(key)).json.data).toEqual([shown]);
    expect(shown).toMatchObject({
      id,
      terminal_id: merchant.terminalId,
      terminal_name: "Front desk",
      status: "pending",
      amount_usdt: 10,
      received_usdt: 5,
      remaining_usdt: 5,
      flags: ["partially_paid"],
      reference: "order-7",
      metadata: { cart: "1" },
      success_url: "https://a.example/",
      receive_address: null,
      paid_at: null,
      transfers: [{ amount_usdt: 5, counted: true, simulated: true, from_address: null, confirmations: null }],
      refunds: [],
    });
    await call("simulate-payment", { id, outcome: "overpaid" });
    const paid = (await get(key, id.toUpperCase())).json;
    expect(paid).toMatchObject({ status: "paid", received_usdt: 11, remaining_usdt: 0, overpaid_usdt: 1 });
    expect([paid.flags, paid.transfers.length]).toEqual([["overpaid"], 2]);
    expect(paid.paid_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("shows what its customer left only to a key that may see customers", async () => {
    const merchant = await createMerchantFixture();
    const address = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
    const { id } = (await call("create-payment-intent", { amount_usdt: 10 }, { key: merchant.keys.sandbox })).json
      .intent;
    await call("simulate-payment", { id, outcome: "overpaid" });
    await leaveRefundAddress(merchant.ctx, { id, address });
    await refundOf(merchant, id);
    const { key: sees } = await createRestrictedKey(merchant, { scopes: ["intents:read", "customers:read"] });
    const { key: blind } = await createRestrictedKey(merchant, { scopes: ["intents:read", "intents:write"] });
    const whole = (await get(sees, id)).json;
    expect([whole.refund_address, whole.refunds[0].to_address]).toEqual([address, expect.stringMatching(/^T/)]);
    expect(whole.refunds[0]).toMatchObject({ amount_usdt: 1, status: "prepared", tx_hash: null });
    for (const key of [blind, merchant.keys.sandbox]) {
      for (const one of [(await get(key, id)).json, (await list(key)).json.data[0]]) {
        expect(Object.keys(one)).not.toContain("refund_address");
        expect(Object.keys(one.refunds[0])).toEqual(["id", "amount_usdt", "status", "tx_hash", "created_at"]);
      }
      expect((await list(key)).text).not.toContain(whole.refunds[0].to_address);
    }
  });

  it("of another business, terminal or environment is the same 404 as none, byte for byte", async () => {
    const merchant = await createMerchantFixture();
    const bar = await addTerminal(merchant);
    const [own, atBar, live] = await makePayments(merchant, [{}, { terminalId: bar }, { environment: "live" }]);
    const [foreign] = await makePayments(await createMerchantFixture(), [{}]);
    const key = merchant.keys.sandbox;
    const none = await get(key, randomUUID());
    expect([none.status, none.json]).toEqual([404, { error: "No such intent.", code: "not_found" }]);
    const headersOf = ({ headers }: { headers: Headers }) => [...headers.keys()];
    for (const id of [atBar?.id, live?.id, foreign?.id]) {
      const other = await get(key, id as string);
      expect([other.status, other.text, headersOf(other)]).toEqual([404, none.text, headersOf(none)]);
    }
    const { key: whole } = await createRestrictedKey(merchant);
    expect((await get(whole, atBar?.id as string)).status).toBe(200);
    for (const id of [live?.id, foreign?.id]) expect((await get(whole, id as string)).text).toBe(none.text);
    expect((await get(key, own?.id as string)).status).toBe(200);
  });

  it.each(["7", "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b1g", "%00", "a%2Fb"])("%j is no ID of one", async (id) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await get(keys.sandbox, id);
    expect([status, json.code, json.error]).toEqual([400, "invalid_id", expect.stringMatching(/^id must be the uuid/)]);
  });

  it("a hundred of them have their own transfers, oldest first", async () => {
    const merchant = await createMerchantFixture();
    const made = await makePayments(
      merchant,
      Array.from({ length: 100 }, () => ({})),
    );
    await database().sql`
      insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
      select ${merchant.merchantId}, id, 'sandbox', gen_random_uuid()::text, 0, 5, now() + n * interval '1 s', false
        from unnest(${made.map(({ id }) => id)}::uuid[]) id, generate_series(1, 3) n`;
    const shown = (await list(merchant.keys.sandbox, { limit: "100" })).json.data;
    expect(shown.length).toBe(100);
    for (const { transfers } of shown) {
      const times = transfers.map((one: { received_at: string }) => one.received_at);
      expect([times.length, times.toSorted()]).toEqual([3, times]);
    }
  });
});

/** A refund of the excess, as a member prepares it. */
async function refundOf({ merchantId }: MerchantFixture, intentId: string) {
  await database().sql`
    insert into refunds (merchant_id, item_id, to_address, amount_micros, prepared_by)
    select n.merchant_id, n.id, ${`0x${"b".repeat(40)}`}, n.amount_micros, m.user_id
      from attention_items n join memberships m on m.merchant_id = n.merchant_id
     where n.merchant_id = ${merchantId} and n.intent_id = ${intentId}`;
}
