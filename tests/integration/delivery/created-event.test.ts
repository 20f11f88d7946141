import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { MAX_MICROS } from "@/lib/base/values/money";
import { intentCreated } from "@/lib/delivery/events/catalog";
import { newEventId } from "@/lib/delivery/events/event-id";
import type { NewIntent } from "@/lib/payments/intents/plan";
import { writeIntents } from "@/lib/payments/intents/write";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";

/** What one statement writes for each new intent: its times, its event, the response to be repeated. */

function newIntent({ merchantId, terminalId }: MerchantFixture, draft: Partial<NewIntent> = {}): NewIntent {
  const id = randomUUID();
  return {
    id,
    merchantId,
    terminalId,
    checkoutUri: `service:pay?intent=${id}`,
    keyId: null,
    environment: "sandbox",
    amountMicros: 1_000_000n,
    quote: null,
    recalled: null,
    lifeSeconds: 900,
    autoCompleteMs: null,
    reference: null,
    metadata: null,
    successUrl: null,
    cancelUrl: null,
    idempotency: null,
    ...draft,
  };
}

type Written = {
  id: string;
  createdAt: Date;
  expiresAt: Date;
  autoCompleteAt: Date | null;
  amountMicros: bigint;
  body: string;
  eventId: string;
  eventAt: Date;
};

const written = (merchantId: string) => database().sql<Written[]>`
  select i.id, i.created_at as "createdAt", i.expires_at as "expiresAt", i.auto_complete_at as "autoCompleteAt",
         i.amount_micros as "amountMicros", e.body, e.id as "eventId", e.created_at as "eventAt"
    from payment_intents i join events e on e.intent_id = i.id and e.type = 'intent.created'
   where i.merchant_id = ${merchantId}`;

it("the event is the documented one, to the last character", async () => {
  const merchant = await createMerchantFixture();
  const amounts = [1n, 10n, 99n, 100_000n, 999_999n, 1_000_000n, 1_500_000n, 10_000_000n, 123_456_789n, MAX_MICROS];
  const checkoutUri = 'scheme:"quoted"\\and/é';
  // a statement each, so that many different thousandths of a second are met
  for (const amountMicros of amounts) {
    await writeIntents(database().sql, [
      { intent: newIntent(merchant, { amountMicros, checkoutUri }), receiveAddress: null, at: null },
    ]);
  }
  const rows = await written(merchant.merchantId);
  expect(rows.map((row) => row.amountMicros).sort()).toEqual([...amounts].sort());
  for (const { body, createdAt, ...row } of rows) {
    const facts = { ...row, checkoutUri, terminalId: merchant.terminalId, environment: "sandbox" as const };
    expect(body).toBe(JSON.stringify(intentCreated(facts, createdAt)));
    expect(row.eventAt).toEqual(createdAt);
    expect(row.eventId).toBe(newEventId("intent.created", row.id));
  }
});

it("each fact is stored in its own column", async () => {
  const merchant = await createMerchantFixture();
  const request = { path: "/a/path", key: "a key", requestHash: Buffer.from("a hash") };
  const facts = {
    reference: "a reference",
    metadata: { a: "fact" },
    amountMicros: 7_654_321n,
    lifeSeconds: 321,
    successUrl: "https://shop.example/paid",
    cancelUrl: "https://shop.example/cart",
    autoCompleteMs: 2_000,
  };
  const answer = (expiresAt: Date) => `{"expires_at":"${expiresAt.toISOString()}"}`;
  const intent = newIntent(merchant, { ...facts, idempotency: { ...request, ownerId: merchant.terminalId, answer } });
  const [written] = await writeIntents(database().sql, [{ intent, receiveAddress: null, at: null }]);
  const [row] = await database().sql`
    select i.merchant_id as "merchantId", i.terminal_id as "terminalId", i.environment, i.reference, i.metadata,
           i.amount_micros as "amountMicros", i.success_url as "successUrl", i.cancel_url as "cancelUrl",
           i.receive_address as "receiveAddress", extract(epoch from i.expires_at - i.created_at)::int as "lifeSeconds",
           (extract(epoch from i.auto_complete_at - i.created_at) * 1000)::int as "autoCompleteMs",
           k.path, k.key, k.request_hash as "requestHash", k.response
      from payment_intents i join idempotency_keys k on k.intent_id = i.id where i.id = ${intent.id}`;
  const { merchantId, terminalId, environment } = intent;
  const own = { merchantId, terminalId, environment, receiveAddress: null };
  const response = written?.outcome === "created" ? answer(written.expiresAt) : null;
  expect(row).toEqual({ ...facts, ...request, ...own, response });
});

it("the times are the database's, or those that were decided before", async () => {
  const merchant = await createMerchantFixture();
  const at = new Date("2026-03-01T12:00:00.123Z");
  const own = newIntent(merchant, { lifeSeconds: 60, autoCompleteMs: 1_500 });
  const decided = newIntent(merchant);
  const [before] = await database().sql<[{ now: Date }]>`select clock_timestamp() as now`;
  const rows = await writeIntents(database().sql, [
    { intent: own, receiveAddress: null, at: null },
    { intent: decided, receiveAddress: null, at },
  ]);
  const [after] = await database().sql<[{ now: Date }]>`select clock_timestamp() as now`;
  const found = new Map((await written(merchant.merchantId)).map((row) => [row.id, row]));
  const [first, second] = [found.get(own.id), found.get(decided.id)];
  const createdAt = first?.createdAt.getTime() ?? 0;
  expect(createdAt).toBeGreaterThanOrEqual(before.now.getTime());
  expect(createdAt).toBeLessThanOrEqual(after.now.getTime());
  expect(first?.expiresAt.getTime()).toBe(createdAt + 60_000);
  expect(first?.autoCompleteAt?.getTime()).toBe(createdAt + 1_500);
  expect(second).toMatchObject({ createdAt: at, expiresAt: new Date(at.getTime() + 900_000), autoCompleteAt: null });
  expect(rows).toMatchObject([{ createdAt: first?.createdAt }, { createdAt: at }]);
});

it("the kept response is the first one byte by byte, whatever the caller writes into it", async () => {
  const { keys } = await createMerchantFixture();
  const unknown = new Date(0).toISOString();
  const nasty = `"expires_at":"${unknown}"`;
  const body = {
    amount_usdt: 12.5,
    reference: nasty,
    metadata: { expires_at: unknown, [nasty]: nasty, "\\": '"' },
  };
  const headers = { "idempotency-key": randomUUID() };
  const first = await call("create-payment-intent", body, { key: keys.sandbox, headers });
  const again = await call("create-payment-intent", body, { key: keys.sandbox, headers });
  expect(first.status).toBe(200);
  expect(again.text).toBe(first.text);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(first.json.intent).toMatchObject({ reference: nasty, metadata: body.metadata });
  const [row] = await database().sql`
    select expires_at from payment_intents where id = ${first.json.intent.id as string}`;
  expect(first.json.intent.expires_at).toBe(row?.expires_at.toISOString());
});
