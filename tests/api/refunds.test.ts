import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { Environment } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import type { Scope } from "@/lib/base/values/scopes";
import { simulateRefund } from "@/lib/payments/attention/simulate-refund";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { moveToFinal } from "@/lib/payments/refunds/transition";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, randomAddresses, turnLiveOn, USDT } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";
import { makePayments, type PaymentDraft } from "@/tests/support/payments";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

turnLiveOn();

const [TO = ""] = randomAddresses(1);
const sql = () => database().sql;

async function addTerminal({ merchantId }: MerchantFixture): Promise<string> {
  const [row] = await sql()<[{ id: string }]>`
    insert into terminals (merchant_id, name) values (${merchantId}, 'Bar') returning id`;
  return row.id;
}

async function pay(merchant: MerchantFixture, draft: PaymentDraft = {}): Promise<string> {
  const [made] = await makePayments(merchant, [draft]);
  if (!made) throw new Error("no payment was made");
  return made.id;
}

type Options = Parameters<typeof createRestrictedKey>[1];

/** A business with a payment of 12.50 and a key, by default with `refunds:write` only. */
async function shop(options: Options = {}) {
  const merchant = await createMerchantFixture();
  const intentId = await pay(merchant, { environment: options.environment ?? "sandbox" });
  const own = await createRestrictedKey(merchant, { scopes: ["refunds:write"], ...options });
  return { merchant, intentId, ...own };
}

type Body = { intent_id: string; amount_usdt: number; to?: string | null; reason?: string | null };

const create = (key: string, body: Partial<Body>, idempotencyKey?: string) =>
  call("refunds", body, { key, ...(idempotencyKey && { headers: { "idempotency-key": idempotencyKey } }) });
const list = (key: string, query: Record<string, string> = {}) =>
  call(`refunds?${new URLSearchParams(query)}`, undefined, { key });
const get = (key: string, id: string) => call(`refunds/${id}`, undefined, { key });
const cancel = (key: string, id: string) => call(`refunds/${id}/cancel`, undefined, { key, method: "POST" });
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) =>
  json.code ? `${status} ${json.code}` : `${status}`;

async function created(key: string, body: Body): Promise<string> {
  const { status, json, text } = await create(key, body);
  expect(status, text).toBe(200);
  return json.id;
}

describe("a key's refund", () => {
  it("has every field, is unconfirmed, and is in the audit log as the key's", async () => {
    const { merchant, intentId, key, keyId } = await shop();
    const { status, json } = await create(key, {
      intent_id: intentId,
      amount_usdt: 5.25,
      to: TO,
      reason: " Returned ",
    });
    expect(status).toBe(200);
    expect(json).toEqual({
      id: expect.any(String),
      intent_id: intentId,
      environment: "sandbox",
      livemode: false,
      status: "prepared",
      amount_usdt: 5.25,
      to_address: TO,
      from_address: null,
      reason: "Returned",
      confirmed: false,
      prepared_by: "api_key",
      tx_hash: null,
      failure: null,
      created_at: expect.stringMatching(/Z$/),
      sent_at: null,
      failed_at: null,
      final_at: null,
      cancelled_at: null,
    });
    expect((await get(key, json.id)).json).toEqual(json);
    const [entry] = await sql()`
      select actor_type, actor_id, target_type, target_id, after from audit_log
       where merchant_id = ${merchant.merchantId} and action = 'refund.prepared'`;
    expect(entry).toEqual({
      actor_type: "api_key",
      actor_id: keyId,
      target_type: "intent",
      target_id: intentId,
      after: { refundId: json.id, to: TO, amountMicros: "5250000" },
    });
    const [event] = await sql()`select type from events where intent_id = ${intentId} and type like 'refund.%'`;
    expect(event?.type).toBe("refund.prepared");
  });

  it("without an address waits for one, without an event", async () => {
    const { intentId, key } = await shop();
    const { json } = await create(key, { intent_id: intentId, amount_usdt: 1 });
    expect(json).toMatchObject({ status: "waiting_for_address", to_address: null, confirmed: false, reason: null });
    expect(await sql()`select from events where intent_id = ${intentId} and type like 'refund.%'`).toHaveLength(0);
  });

  it("isn't simulated in the sandbox before a member has confirmed it", async () => {
    const { merchant, intentId, key } = await shop();
    const id = await created(key, { intent_id: intentId, amount_usdt: 1, to: TO });
    const member = await memberContext(merchant);
    await expect(simulateRefund(member, { refundId: id })).rejects.toThrow("Confirm this refund first.");
    expect((await get(key, id)).json).toMatchObject({ status: "prepared", confirmed: false, final_at: null });
  });

  it("settles the payment's only open item, as a member's does", async () => {
    const { merchant, intentId, key } = await shop();
    const [item] = await sql()<[{ id: string }]>`
      insert into attention_items (merchant_id, environment, kind, intent_id, amount_micros)
      values (${merchant.merchantId}, 'sandbox', 'partial', ${intentId}, 5) returning id`;
    const id = await created(key, { intent_id: intentId, amount_usdt: 1, to: TO });
    const [refund] = await sql()`select item_id from refunds where id = ${id}`;
    expect(refund?.item_id).toBe(item.id);
  });
});

describe("what can't be refunded", () => {
  it("a wrong input is refused with the field's rule", async () => {
    const { intentId, key } = await shop();
    const right = { intent_id: intentId, amount_usdt: 1, to: TO };
    for (const [body, code, error] of [
      [{ ...right, intent_id: "7" }, "400 invalid_request", /^intent_id must be the uuid of an intent/],
      [{ ...right, amount_usdt: 0 }, "400 invalid_amount", /^amount_usdt must be a number/],
      [{ ...right, amount_usdt: 0.1234567 }, "400 invalid_amount", /^amount_usdt must be a number/],
      [{ ...right, to: 7 as never }, "400 invalid_request", /^to must be a TRON address/],
      [{ ...right, reason: " " }, "400 invalid_request", /^reason must be text of 1 to 200/],
      [{ ...right, reason: "x".repeat(201) }, "400 invalid_request", /^reason must be text of 1 to 200/],
      [{ ...right, reason: "a\0b" }, "400 invalid_request", /^reason must be text of 1 to 200/],
    ] as const) {
      const answer = await create(key, body);
      expect([body, codeOf(answer)]).toEqual([body, code]);
      expect(answer.json.error).toMatch(error);
    }
    expect((await list(key)).json.data).toEqual([]);
  });

  it("to an address where the money would be lost, or comes from", async () => {
    const { member, addresses, ...merchant } = await liveMerchant();
    const intentId = await pay(merchant, { environment: "live" });
    const { key } = await createRestrictedKey(merchant, { environment: "live", scopes: ["refunds:write"] });
    const wrong = `${TO.slice(0, -1)}${TO.endsWith("x") ? "y" : "x"}`;
    for (const [to, error] of [
      ["", /isn't a valid TRON address/],
      [wrong, /isn't a valid TRON address/],
      ["0x5a0b54d5dc17e0aadc383d2db43b0a0d3e029c4c", /isn't a valid TRON address/],
      ["T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb", /would be lost/],
      [USDT, /would be lost/],
      [addresses[0] as string, /receives payments here/],
    ] as const) {
      const answer = await create(key, { intent_id: intentId, amount_usdt: 1, to });
      expect([to, codeOf(answer)]).toEqual([to, "400 invalid_request"]);
      expect(answer.json.error).toMatch(error);
    }
    expect(member.merchantId).toBe(merchant.merchantId);
  });

  it("more than was received and isn't given back yet", async () => {
    const { intentId, key } = await shop();
    await created(key, { intent_id: intentId, amount_usdt: 7.25, to: TO });
    const more = await create(key, { intent_id: intentId, amount_usdt: 5.250001, to: TO });
    expect([codeOf(more), more.json.error]).toEqual(["400 invalid_amount", "You can refund up to 5.25 USDT."]);
    await created(key, { intent_id: intentId, amount_usdt: 5.25 });
    const none = await create(key, { intent_id: intentId, amount_usdt: 0.000001 });
    expect(codeOf(none)).toBe("409 invalid_transition");
    expect(none.json.error).toMatch(/nothing left to refund/);
  });

  it("money that its address doesn't hold any more", async () => {
    const merchant = await liveMerchant();
    const { json } = await call("create-payment-intent", { amount_usdt: 12.5 }, { key: merchant.liveKey });
    const intentId: string = json.intent.id;
    const [{ address }] = await sql()<[{ address: HexAddress }]>`
      update payment_intents set status = 'paid', paid_at = now(), received_micros = amount_micros where id = ${intentId}
      returning receive_address as address`;
    await sql()`
      update receive_addresses set balance_micros = 1000000, balance_at = now()
       where address = ${address} and merchant_id = ${merchant.merchantId}`;
    await sql()`
      insert into address_ledgers (network, address, opening_micros, received_micros, sent_micros)
      values ('tron-mainnet', ${address}, 0, 1000000, 0)
      on conflict (network, address) do update set opening_micros = 0, received_micros = 1000000`;
    const { key } = await createRestrictedKey(merchant, { environment: "live", scopes: ["refunds:write"] });
    const short = await create(key, { intent_id: intentId, amount_usdt: 2, to: TO });
    expect(codeOf(short)).toBe("409 invalid_transition");
    expect(short.json.error).toMatch(/Only 1\.00 USDT is left at the address/);
    expect((await create(key, { intent_id: intentId, amount_usdt: 1, to: TO })).json).toMatchObject({
      livemode: true,
      from_address: tronFromHex(address),
    });
  });
});

describe("who may call", () => {
  it("a terminal's key never, and a restricted key with the scope", async () => {
    const { merchant, intentId } = await shop();
    const body = { intent_id: intentId, amount_usdt: 1, to: TO };
    const terminals = merchant.keys.sandbox;
    const { key: writer } = await createRestrictedKey(merchant, { scopes: ["refunds:write"] });
    const id = await created(writer, body);
    const answersOf = async (key: string) =>
      [await create(key, body), await list(key), await get(key, id), await cancel(key, id)].map(codeOf);
    const no = "403 insufficient_scope";
    expect(await answersOf(terminals)).toEqual([no, no, no, no]);
    const { key: reader } = await createRestrictedKey(merchant, { scopes: ["intents:read"] });
    expect(await answersOf(reader)).toEqual([no, "200", "200", no]);
    const { key: other } = await createRestrictedKey(merchant, { scopes: ["intents:write", "customers:read"] });
    expect(await answersOf(other)).toEqual([no, no, no, no]);
    expect((await list(other)).json.error).toMatch(/the scope intents:read\./);
    expect((await create(reader, body)).json.error).toMatch(/the scope refunds:write\./);
    expect((await list(terminals)).json.error).toMatch(/the scope refunds:write\./);
  });

  it.each([
    [["intents:read"], false],
    [["intents:read", "customers:read"], true],
    [["refunds:write"], true],
  ] as [Scope[], boolean][])("a key with %j sees the recipient: %s", async (scopes, sees) => {
    const { merchant, intentId, key } = await shop();
    const id = await created(key, { intent_id: intentId, amount_usdt: 1, to: TO });
    const { key: reader } = await createRestrictedKey(merchant, { scopes });
    const shown = [(await get(reader, id)).json, (await list(reader)).json.data[0]];
    for (const refund of shown) {
      expect("to_address" in refund).toBe(sees);
      expect(JSON.stringify(refund).includes(TO)).toBe(sees);
    }
  });

  it("sees and refunds only its terminal's payments, of its environment and business", async () => {
    const { merchant, intentId, key: whole } = await shop();
    const bar = await addTerminal(merchant);
    const drink = await pay(merchant, { terminalId: bar });
    const live = await pay(merchant, { environment: "live" });
    const foreign = await shop();
    const { key: atBar } = await createRestrictedKey(merchant, { terminalId: bar, scopes: ["refunds:write"] });
    const mine = await created(whole, { intent_id: intentId, amount_usdt: 1 });
    const theirs = await created(foreign.key, { intent_id: foreign.intentId, amount_usdt: 1 });
    const ofBar = await created(atBar, { intent_id: drink, amount_usdt: 1 });

    const none = await create(atBar, { intent_id: randomUUID(), amount_usdt: 1 });
    expect([none.status, none.json]).toEqual([404, { error: "No such intent.", code: "not_found" }]);
    for (const [key, id] of [
      [atBar, intentId],
      [atBar, live],
      [whole, live],
      [whole, foreign.intentId],
    ] as const) {
      expect((await create(key, { intent_id: id, amount_usdt: 1 })).text).toBe(none.text);
    }
    const noRefund = await get(atBar, randomUUID());
    expect([noRefund.status, noRefund.json]).toEqual([404, { error: "No such refund.", code: "not_found" }]);
    for (const [key, id] of [
      [atBar, mine],
      [atBar, theirs],
      [whole, theirs],
    ] as const) {
      expect((await get(key, id)).text).toBe(noRefund.text);
      expect((await cancel(key, id)).text).toBe(noRefund.text);
    }
    const { key: inLive } = await createRestrictedKey(merchant, { environment: "live", scopes: ["refunds:write"] });
    const ofLive = await created(inLive, { intent_id: live, amount_usdt: 1 });
    expect((await get(whole, ofLive)).text).toBe(noRefund.text);
    expect((await cancel(whole, ofLive)).text).toBe(noRefund.text);
    const idsOf = async (key: string) => (await list(key)).json.data.map((one: { id: string }) => one.id);
    expect(await idsOf(inLive)).toEqual([ofLive]);
    expect(await idsOf(atBar)).toEqual([ofBar]);
    expect(await idsOf(whole)).toEqual([ofBar, mine]);
    expect((await list(atBar, { intent_id: intentId })).json.data).toEqual([]);
  });

  it("shows money that belongs to no payment only to a key for all terminals", async () => {
    const { merchant, key: whole } = await shop({ environment: "live" });
    const options = { environment: "live", terminalId: merchant.terminalId } as const;
    const { key: desk } = await createRestrictedKey(merchant, options);
    const member = await memberContext(merchant);
    const [refund] = await sql()<[{ id: string }]>`
      with t as (
        insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number,
                               amount_micros, occurred_at, counted)
        values (${merchant.merchantId}, null, 'tron-mainnet', ${randomUUID()}, 0, ${`0x${"a".repeat(40)}`},
                ${`0x${"b".repeat(40)}`}, 7, 5000000, now(), false) returning id),
      n as (
        insert into attention_items (merchant_id, environment, kind, transfer_id, amount_micros)
        select ${merchant.merchantId}, 'live', 'unassigned', id, 5000000 from t returning id)
      select id from n`;
    const [made] = await sql()<[{ id: string }]>`
      insert into refunds (merchant_id, environment, item_id, status, to_address, amount_micros, prepared_by)
      values (${merchant.merchantId}, 'live', ${refund.id}, 'prepared', ${hexFromTron(TO)}, 1000000,
              ${member.actor.userId}) returning id`;
    expect((await get(whole, made.id)).json).toMatchObject({ intent_id: null, prepared_by: "member", confirmed: true });
    expect(codeOf(await get(desk, made.id))).toBe("404 not_found");
    expect((await list(desk)).json.data).toEqual([]);
  });
});

describe("an Idempotency-Key", () => {
  it("answers the same refund for good, as it is by then, and nothing else", async () => {
    const { merchant, intentId, key, keyId } = await shop();
    const body = { intent_id: intentId, amount_usdt: 5, to: TO };
    const first = await create(key, body, "order-7-refund");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const again = await create(key, { to: TO, amount_usdt: 5, intent_id: intentId }, "order-7-refund");
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    await cancel(key, first.json.id);
    const later = await create(key, body, "order-7-refund");
    expect(later.json).toMatchObject({ id: first.json.id, status: "cancelled" });
    for (const other of [
      { ...body, amount_usdt: 4 },
      { ...body, to: undefined },
      { ...body, reason: "x" },
    ]) {
      const refused = await create(key, other as Partial<Body>, "order-7-refund");
      expect(codeOf(refused)).toBe("409 idempotency_conflict");
    }
    expect(codeOf(await create(key, body, "é"))).toBe("400 invalid_idempotency_key");
    const [row] = await sql()`select idempotency_key, octet_length(request_hash) as bytes from refunds`.then((rows) =>
      rows.filter((one) => one.idempotency_key === "order-7-refund").slice(-1),
    );
    expect(row).toEqual({ idempotency_key: "order-7-refund", bytes: 32 });
    const { key: second } = await createRestrictedKey(merchant, { scopes: ["refunds:write"] });
    const own = await create(second, { ...body, amount_usdt: 1 }, "order-7-refund");
    expect(own.status).toBe(200);
    expect(own.json.id).not.toBe(first.json.id);
    expect(await sql()`select from refunds where prepared_by_key = ${keyId}`).toHaveLength(1);
  });

  it("of twenty at once makes one refund", async () => {
    const { intentId, key } = await shop();
    const body = { intent_id: intentId, amount_usdt: 0.5, to: TO };
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key, body, "one")));
    expect(new Set(answers.map(({ json }) => json.id)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
    expect((await list(key)).json.data).toHaveLength(1);
  });

  it("isn't spent by a refusal", async () => {
    const { intentId, key } = await shop();
    const body = { intent_id: intentId, amount_usdt: 1, to: TO };
    expect(codeOf(await create(key, { ...body, amount_usdt: 99 }, "k"))).toBe("400 invalid_amount");
    expect((await create(key, body, "k")).status).toBe(200);
  });
});

describe("a key's limit", () => {
  it("is for all that it prepares on a day of UTC, cancelled ones included", async () => {
    const { merchant, intentId, key, keyId } = await shop({ refundLimitMicros: 5_000_000n });
    const body = { intent_id: intentId, amount_usdt: 3, to: TO };
    const { key: second } = await createRestrictedKey(merchant, { scopes: ["refunds:write"] });
    await created(second, { ...body, amount_usdt: 4 });
    const id = await created(key, body);
    const over = await create(key, { ...body, amount_usdt: 2.000001 });
    expect(over.json).toEqual({
      error: "This key can prepare refunds of up to 5.00 USDT per UTC day. 2.00 USDT is left today.",
      code: "limit_reached",
    });
    expect(over.status).toBe(409);
    await cancel(key, id);
    expect(codeOf(await create(key, { ...body, amount_usdt: 2.000001 }))).toBe("409 limit_reached");
    await created(key, { ...body, amount_usdt: 2 });
    expect(codeOf(await create(key, { ...body, amount_usdt: 0.000001 }))).toBe("409 limit_reached");
    await created(second, { ...body, amount_usdt: 1 });
    const [{ limit }] = await sql()<[{ limit: bigint }]>`
      select refund_limit_micros as limit from restricted_keys where id = ${keyId}`;
    expect(limit).toBe(5_000_000n);
  });

  it("is for a day of UTC from its first moment on, without the days around it", async () => {
    const { merchant, intentId, key, keyId } = await shop({ refundLimitMicros: 5_000_000n });
    const insert = (at: string) => sql()`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by_key, created_at)
      values (${merchant.merchantId}, 'sandbox', ${intentId}, 'prepared', ${hexFromTron(TO)}, 3000000, ${keyId},
              date_trunc('day', now(), 'UTC') + ${at}::interval)`;
    await insert("-1 microsecond");
    await insert("1 day");
    await created(key, { intent_id: intentId, amount_usdt: 2, to: TO });
    await insert("0");
    expect(codeOf(await create(key, { intent_id: intentId, amount_usdt: 0.000001, to: TO }))).toBe("409 limit_reached");
    const next = await shop({ refundLimitMicros: 5_000_000n });
    await sql()`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by_key, created_at)
      select ${next.merchant.merchantId}, 'sandbox', ${next.intentId}, 'prepared', ${hexFromTron(TO)}, 3000000,
             ${next.keyId}, date_trunc('day', now(), 'UTC') + other.day
        from (values (interval '-1 microsecond'), (interval '1 day')) other (day)`;
    await created(next.key, { intent_id: next.intentId, amount_usdt: 5, to: TO });
  });

  it("isn't exceeded by twenty at once", async () => {
    const { merchant, key } = await shop({ refundLimitMicros: 5_000_000n });
    const payments = await makePayments(
      merchant,
      Array.from({ length: 20 }, () => ({})),
    );
    const answers = await Promise.all(
      payments.map(({ id }) => create(key, { intent_id: id, amount_usdt: 1, to: TO }).then(codeOf)),
    );
    expect(answers.filter((code) => code === "200")).toHaveLength(5);
    expect(answers.filter((code) => code === "409 limit_reached")).toHaveLength(15);
  });

  it("is nothing for a key without one", async () => {
    const { intentId, key, keyId } = await shop();
    await sql()`update restricted_keys set refund_limit_micros = null where id = ${keyId}`;
    const answer = await create(key, { intent_id: intentId, amount_usdt: 0.000001, to: TO });
    expect(codeOf(answer)).toBe("409 limit_reached");
  });
});

it("of twenty keys that want the last cent exactly one gets it", async () => {
  const { merchant, intentId, key } = await shop();
  await created(key, { intent_id: intentId, amount_usdt: 12.49, to: TO });
  const keys = await Promise.all(
    Array.from({ length: 20 }, () => createRestrictedKey(merchant, { scopes: ["refunds:write"] })),
  );
  const answers = await Promise.all(
    keys.map((one) => create(one.key, { intent_id: intentId, amount_usdt: 0.01, to: TO }).then(codeOf)),
  );
  expect(answers.filter((code) => code === "200")).toHaveLength(1);
  expect(answers.filter((code) => code === "409 invalid_transition")).toHaveLength(19);
});

describe("the list", () => {
  it("is newest first, a page after the other without a gap, and filtered", async () => {
    const { merchant, intentId, key } = await shop();
    const other = await pay(merchant);
    const ids: string[] = [];
    for (let n = 0; n < 7; n++) {
      const to = n % 2 === 0 ? TO : undefined;
      ids.unshift(await created(key, { intent_id: n < 5 ? intentId : other, amount_usdt: 0.5, to }));
    }
    const at = (n: number) => `2026-03-01T10:00:0${n}Z`;
    await sql().begin(async (tx) => {
      await tx`alter table refunds disable trigger refunds_guard`;
      for (const [n, id] of ids.toReversed().entries())
        await tx`update refunds set created_at = ${at(n)} where id = ${id}`;
      await tx`alter table refunds enable trigger refunds_guard`;
    });
    const read: string[] = [];
    for (let after: string | null = ""; after !== null; ) {
      const page = await list(key, { limit: "3", ...(after && { after }) });
      expect(page.status, page.text).toBe(200);
      read.push(...page.json.data.map(({ id }: { id: string }) => id));
      expect(page.json.has_more).toBe(page.json.next !== null);
      after = page.json.next;
    }
    expect(read).toEqual(ids);
    for (const [query, expected] of [
      [{ intent_id: other }, ids.slice(0, 2)],
      [{ status: "waiting_for_address" }, [ids[1], ids[3], ids[5]]],
      [{ status: "final" }, []],
      [{ created_after: at(4) }, ids.slice(0, 3)],
      [{ created_before: at(2) }, ids.slice(5)],
      [{ created_after: at(2), created_before: at(4) }, ids.slice(3, 5)],
      [{ intent_id: randomUUID() }, []],
    ] as [Record<string, string>, string[]][]) {
      const page = await list(key, query);
      expect([query, page.json.data.map(({ id }: { id: string }) => id)]).toEqual([query, expected]);
    }
    const { next } = (await list(key, { limit: "3" })).json;
    const wrong: Record<string, string>[] = [
      { after: next, status: "final" },
      { after: "x" },
      { limit: "0" },
      { status: "gone" },
    ];
    for (const query of wrong) {
      expect(codeOf(await list(key, query))).toBe("400 invalid_request");
    }
  });
});

describe("cancelling", () => {
  it("is for the key's own refund, can be repeated, and is in the audit log as the key's", async () => {
    const { merchant, intentId, key, keyId } = await shop();
    const id = await created(key, { intent_id: intentId, amount_usdt: 1, to: TO });
    const waits = await created(key, { intent_id: intentId, amount_usdt: 1 });
    const cancelled = await cancel(key, id);
    expect(cancelled.json).toMatchObject({ id, status: "cancelled", cancelled_at: expect.stringMatching(/Z$/) });
    expect((await cancel(key, id)).text).toBe(cancelled.text);
    expect((await cancel(key, waits)).json.status).toBe("cancelled");
    const notes = await sql()`
      select actor_type, actor_id, before ->> 'refundId' as refund from audit_log
       where merchant_id = ${merchant.merchantId} and action = 'refund.withdrawn' order by created_at, id`;
    const note = (refund: string) => ({ actor_type: "api_key", actor_id: keyId, refund });
    expect([...notes]).toEqual([note(id), note(waits)]);
  });

  it("isn't for a member's, another key's, or one that left", async () => {
    const { merchant, intentId, key } = await shop();
    const member = await memberContext(merchant);
    const input = PrepareIntentRefundInput.parse({ intentId, amount: "1", to: TO });
    const { refundId: members } = await prepareIntentRefund(member, input);
    const { key: second } = await createRestrictedKey(merchant, { scopes: ["refunds:write"] });
    const others = await created(second, { intent_id: intentId, amount_usdt: 1, to: TO });
    for (const id of [members, others]) {
      const refused = await cancel(key, id);
      expect(codeOf(refused)).toBe("409 invalid_transition");
      expect(refused.json.error).toMatch(/didn't prepare this refund/);
    }
    const left = await created(key, { intent_id: intentId, amount_usdt: 1, to: TO });
    const refund = { id: left, merchantId: merchant.merchantId };
    const by = { simulatedTxHash: "ab".repeat(32) };
    await sql().begin((tx) => moveToFinal(tx, refund, { by, at: new Date() }));
    const refused = await cancel(key, left);
    expect(codeOf(refused)).toBe("409 invalid_transition");
    expect(refused.json.error).toMatch(/already sent/);
    expect((await get(key, left)).json).toMatchObject({ status: "final", tx_hash: "ab".repeat(32) });
    expect((await get(key, members)).json.status).toBe("prepared");
    expect(codeOf(await cancel(key, "7"))).toBe("400 invalid_id");
    await cancelRefund(member, { refundId: others });
    expect((await get(second, others)).json.status).toBe("cancelled");
  });

  it("of twenty at once happens once", async () => {
    const { intentId, key } = await shop();
    const id = await created(key, { intent_id: intentId, amount_usdt: 1, to: TO });
    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(key, id)));
    expect(new Set(answers.map(({ status, json }) => `${status} ${json.status}`))).toEqual(new Set(["200 cancelled"]));
    const events = await sql()`select from events where intent_id = ${intentId} and type = 'refund.cancelled'`;
    expect(events).toHaveLength(1);
  });
});

const ENVIRONMENTS: Environment[] = ["sandbox", "live"];

it.each(ENVIRONMENTS)("a key of the %s refunds its own environment", async (environment) => {
  const { intentId, key } = await shop({ environment });
  const { json } = await create(key, { intent_id: intentId, amount_usdt: 1, to: TO });
  expect(json).toMatchObject({ environment, livemode: environment === "live" });
});
