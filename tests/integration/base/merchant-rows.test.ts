import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { getDelivery } from "@/lib/delivery/log/get-delivery";
import { listDeliveries } from "@/lib/delivery/log/list-deliveries";
import { listAttention } from "@/lib/payments/attention/attention-list";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { resolveItems } from "@/lib/payments/attention/items";
import { salesReport } from "@/lib/payments/reports/sales";
import { recordRequests } from "@/lib/payments/requests/record";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { createRestrictedKey } from "@/tests/support/restricted-keys";

/** A business, and another one with a payment. */
async function twoMerchants() {
  const own = await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
  const foreign = await createMerchantFixture();
  const [payment] = await makePayments(foreign, [{ environment: "live", reference: "foreign-1" }]);
  if (!payment) throw new Error("no payment was made");
  return { own, foreign, payment };
}

async function makeItem({ merchantId }: MerchantFixture, intentId: string | null): Promise<string> {
  const [row] = await database().sql<[{ id: string }]>`
    insert into attention_items (merchant_id, kind, intent_id, amount_micros)
    values (${merchantId}, 'late', ${intentId}, 5) returning id`;
  return row.id;
}

it("an item shows nothing of another business's payment, even if it were linked to one", async () => {
  const { own, payment, foreign } = await twoMerchants();
  const { sql } = database();
  await sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, address, from_address, block_number,
                           amount_micros, occurred_at, counted)
    values (${foreign.merchantId}, ${payment.id}, 'sandbox', ${randomUUID()}, 0, ${`0x${"a".repeat(40)}`},
            ${`0x${"b".repeat(40)}`}, 7, 5, now(), false)`;
  const member = await memberContext(own, { environment: "live" });
  const itemId = await makeItem(own, payment.id);
  const { items } = await listAttention(member, { show: "open" });
  expect(items).toMatchObject([{ id: itemId, reference: null, terminalId: null, terminalName: null, txHash: null }]);
  expect(await getAttention(member, { itemId })).toMatchObject({ intent: null, address: null, transfers: [] });
});

it("an intent by API shows nothing of another business, even if its rows were linked to it", async () => {
  const { own, foreign } = await twoMerchants();
  const [payment] = await makePayments(own, [{}]);
  const id = payment?.id ?? "";
  await database().sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    values (${foreign.merchantId}, ${id}, 'sandbox', ${randomUUID()}, 0, 5, now(), false)`;
  const itemId = await makeItem(foreign, id);
  await database().sql`
    insert into refunds (merchant_id, item_id, to_address, amount_micros, prepared_by)
    select ${foreign.merchantId}, ${itemId}, ${`0x${"a".repeat(40)}`}, 5, user_id from memberships
     where merchant_id = ${foreign.merchantId}`;
  await database().sql`
    insert into refund_addresses (payment_intent_id, merchant_id, address)
    values (${id}, ${foreign.merchantId}, ${`0x${"a".repeat(40)}`})`;
  const { key } = await createRestrictedKey(own);
  for (const path of [`payment-intents/${id}`, "payment-intents"]) {
    const { json } = await call(path, undefined, { key });
    expect(json.data?.[0] ?? json).toMatchObject({ id, transfers: [], refunds: [], refund_address: null });
  }
});

it("an item is resolved only for its own business", async () => {
  const { own, foreign } = await twoMerchants();
  const { sql } = database();
  const id = await makeItem(foreign, null);
  const resolve = (merchantId: string) =>
    sql.begin((tx) => resolveItems(tx, [{ id, merchantId }], { resolution: "accepted" }));
  expect(await resolve(own.merchantId)).toEqual([]);
  expect(await sql`select resolution from attention_items where id = ${id}`).toEqual([{ resolution: null }]);
  expect(await resolve(foreign.merchantId)).toEqual([id]);
});

it("a delivery of another business's event isn't there, even at an endpoint of one's own", async () => {
  const { own, foreign } = await twoMerchants();
  const { sql } = database();
  const [{ endpointId, deliveryId }] = await sql<[{ endpointId: string; deliveryId: string }]>`
    with e as (
      insert into events (id, merchant_id, environment, type, body)
      values (gen_random_uuid(), ${foreign.merchantId}, 'sandbox', 'intent.created', 'private') returning id)
    insert into webhook_deliveries (event_id, endpoint_id)
    select e.id, p.id from e, webhook_endpoints p where p.merchant_id = ${own.merchantId}
    returning endpoint_id as "endpointId", id as "deliveryId"`;
  const member = await memberContext(own);
  expect(await getDelivery(member, deliveryId)).toBeNull();
  expect(await listDeliveries(member, { endpointId, limit: 10 })).toEqual([]);
});

it("a sales report is of a terminal of the same business", async () => {
  const { own, foreign } = await twoMerchants();
  const terminal = { terminalId: foreign.terminalId, environment: "live" } as const;
  expect(await salesReport(foreign.ctx, terminal, {})).toMatchObject({ terminalName: "Front desk" });
  await expect(salesReport(own.ctx, terminal, {})).rejects.toThrow(foreign.terminalId);
});

it("a call notes the use of a key only for the key's own business", async () => {
  const { own, foreign } = await twoMerchants();
  const { sql } = database();
  const [key] = await sql<[{ id: string }]>`select id from api_keys where merchant_id = ${foreign.merchantId}`;
  const call = (merchant: MerchantFixture) =>
    recordRequests(database(), [
      {
        id: randomUUID(),
        merchantId: merchant.merchantId,
        terminalId: merchant.terminalId,
        keyId: key.id,
        environment: "sandbox",
        method: "GET",
        path: "/api/v1/intent-status",
        status: 200,
        code: null,
        error: null,
        durationMicros: 1,
        address: "203.0.113.7",
        at: new Date(),
      },
    ]);
  const lastUsed = () => sql`select last_used_at is not null as used from api_keys where id = ${key.id}`;
  await call(own);
  expect(await lastUsed()).toEqual([{ used: false }]);
  await call(foreign);
  expect(await lastUsed()).toEqual([{ used: true }]);
});
