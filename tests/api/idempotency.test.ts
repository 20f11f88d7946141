import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

const create = (key: string, body: unknown, idempotencyKey: string) =>
  call("create-payment-intent", body, { key, headers: { "idempotency-key": idempotencyKey } });

async function intentsOf(merchantId: string) {
  return database().sql`select id from payment_intents where merchant_id = ${merchantId}`;
}

describe("Idempotency-Key", () => {
  it("the same request twice makes one intent and the same answer byte for byte", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const first = await create(keys.sandbox, { amount_usdt: 5, reference: "a" }, "order-1");
    const second = await create(keys.sandbox, { reference: "a", amount_usdt: 5.0 }, "order-1");
    expect(second.text).toBe(first.text);
    expect(second.status).toBe(200);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(await intentsOf(merchantId)).toHaveLength(1);
  });

  it("twenty equal requests at once make one intent and one answer", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create(keys.sandbox, { amount_usdt: 3.25 }, "at once")),
    );
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect(answers.filter((answer) => answer.headers.get("idempotent-replayed") === null)).toHaveLength(1);
    expect(await intentsOf(merchantId)).toHaveLength(1);
    const events = await database().sql`select id from events where merchant_id = ${merchantId}`;
    expect(events).toHaveLength(1);
  });

  it("another body with the same key is a conflict and creates nothing", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    await create(keys.sandbox, { amount_usdt: 5 }, "order-2");
    const { status, json } = await create(keys.sandbox, { amount_usdt: 6 }, "order-2");
    expect([status, json.code]).toEqual([409, "idempotency_conflict"]);
    expect(await intentsOf(merchantId)).toHaveLength(1);
  });

  it("twenty different bodies at once with one key make one intent and nineteen conflicts", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => create(keys.sandbox, { amount_usdt: i + 1 }, "contested")),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.json.code === "idempotency_conflict")).toHaveLength(19);
    expect(await intentsOf(merchantId)).toHaveLength(1);
  });

  it("belongs to a terminal: another one's same key is another request", async () => {
    const [a, b] = [await createMerchantFixture(), await createMerchantFixture()];
    const first = await create(a.keys.sandbox, { amount_usdt: 5 }, "shared");
    const second = await create(b.keys.sandbox, { amount_usdt: 5 }, "shared");
    expect(second.status).toBe(200);
    expect(second.json.intent.id).not.toBe(first.json.intent.id);
  });

  it("belongs to an endpoint: another one's same key is another request", async () => {
    const { keys } = await createMerchantFixture();
    const first = await create(keys.sandbox, { amount_usdt: 5 }, "shared");
    const headers = { "idempotency-key": "shared" };
    const cancelled = await call("cancel-payment-intent", { id: first.json.intent.id }, { key: keys.sandbox, headers });
    expect(cancelled.json.status).toBe("cancelled");
  });

  it("is free again after 24 hours, also when nobody has cleaned up", async () => {
    const { keys, merchantId, terminalId } = await createMerchantFixture();
    await create(keys.sandbox, { amount_usdt: 5 }, "yesterday");
    await database().sql`update idempotency_keys set ends_at = now() where terminal_id = ${terminalId}`;
    const { status } = await create(keys.sandbox, { amount_usdt: 6 }, "yesterday");
    expect(status).toBe(200);
    expect(await intentsOf(merchantId)).toHaveLength(2);
  });

  it("repeats the first answer when the intent has ended since, so each attempt to pay needs a key of its own", async () => {
    const { keys } = await createMerchantFixture();
    const body = { amount_usdt: 5, reference: "order-3" };
    const first = await create(keys.sandbox, body, "order-3-1");
    await call("simulate-payment", { id: first.json.intent.id, outcome: "expired" });
    expect((await create(keys.sandbox, body, "order-3-1")).text).toBe(first.text);
    const second = await create(keys.sandbox, body, "order-3-2");
    expect(second.json.intent.id).not.toBe(first.json.intent.id);
  });

  it("a refused request keeps nothing: the corrected one goes through", async () => {
    const { keys } = await createMerchantFixture();
    expect((await create(keys.sandbox, { amount_usdt: 0 }, "typo")).status).toBe(400);
    expect((await create(keys.sandbox, { amount_usdt: 1 }, "typo")).status).toBe(200);
  });

  it.each(["", "x".repeat(256), "tab\there"])("the key %j is invalid_idempotency_key", async (key) => {
    const { keys } = await createMerchantFixture();
    const { status, json } = await create(keys.sandbox, { amount_usdt: 1 }, key);
    expect([status, json.code]).toEqual([400, "invalid_idempotency_key"]);
  });

  it("a cancellation is answered again in the same bytes", async () => {
    const { keys } = await createMerchantFixture();
    const { json } = await create(keys.sandbox, { amount_usdt: 5 }, "to cancel");
    const cancel = () =>
      call("cancel-payment-intent", { id: json.intent.id }, { key: keys.sandbox, headers: { "idempotency-key": "c" } });
    const answers = await Promise.all(Array.from({ length: 10 }, cancel));
    expect(new Set(answers.map((answer) => answer.text)).size).toBe(1);
    expect(answers[0]?.json.status).toBe("cancelled");
  });
});
