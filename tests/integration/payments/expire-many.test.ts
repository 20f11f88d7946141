import { randomInt } from "node:crypto";
import { expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { MAX_MICROS } from "@/lib/base/values/money";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { DEFAULT_EVENT_TYPES, intentEnded } from "@/lib/delivery/events/catalog";
import { newEventId } from "@/lib/delivery/events/event-id";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { moveDueToExpired } from "@/lib/payments/intents/transition";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";

const engine = () => systemContext(database(), "engine");

/** Overdue sandbox intents with these amounts. */
async function makeDue({ merchantId, terminalId }: MerchantFixture, amounts: readonly bigint[]): Promise<void> {
  await database().sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, created_at, expires_at)
    select gen_random_uuid(), ${merchantId}, ${terminalId}, 'sandbox', amount, now() - interval '1 hour', now()
      from unnest(${amounts.map(String)}::bigint[]) amount`;
}

const many = (count: number) => Array.from({ length: count }, (_, index) => BigInt(index + 1));

it("the event of each is the one that a single expiry writes, to the last character", async () => {
  const merchant = await createMerchantFixture();
  const corners = [1n, 10n, 99n, 100_000n, 999_999n, 1_000_000n, 1_500_000n, 10_000_000n, 123_456_789n, MAX_MICROS];
  // one batch each, so that many different millionths of a second are met
  for (const corner of corners) {
    await makeDue(merchant, [corner, BigInt(randomInt(1, 2 ** 47))]);
    await expireDueIntents(engine());
  }
  const rows = await database().sql<
    { eventId: string; body: string; id: string; terminalId: string; amountMicros: bigint; expiredAt: Date }[]
  >`
    select e.id as "eventId", e.body, i.id, i.terminal_id as "terminalId", i.amount_micros as "amountMicros", i.expired_at as "expiredAt"
      from payment_intents i join events e on e.intent_id = i.id
     where i.merchant_id = ${merchant.merchantId} and e.type = 'payment.expired'`;
  expect(rows).toHaveLength(2 * corners.length);
  for (const { eventId, body, expiredAt, ...intent } of rows) {
    expect(eventId).toBe(newEventId("payment.expired", intent.id));
    expect(body).toBe(JSON.stringify(intentEnded("payment.expired", { ...intent, environment: "sandbox" }, expiredAt)));
  }
});

it("thousands that are due at once, for several engines: each ends once, with one event and a delivery to each endpoint", async () => {
  const merchant = await createMerchantFixture();
  const endpoint = (url: string) =>
    createEndpoint(merchant.ctx, {
      environment: "sandbox" as const,
      terminalId: null,
      url,
      eventTypes: DEFAULT_EVENT_TYPES,
    });
  await endpoint("http://127.0.0.1:9/one");
  const off = await endpoint("http://127.0.0.1:9/two");
  const { sql } = database();
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'manual' where id = ${off.id}`;
  await makeDue(merchant, many(4_500));
  const moved = await Promise.all([1, 2, 3].map(() => expireDueIntents(engine())));
  // other tests' intents may be due too
  expect(moved.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(4_500);
  const [counts] = await sql`
    select count(distinct i.id)::int as expired, count(distinct e.id)::int as events,
           count(*) filter (where d.status = 'pending')::int as pending,
           count(*) filter (where d.last_error = 'endpoint_disabled' and d.ended_at is not null)::int as kept
      from payment_intents i
      join events e on e.intent_id = i.id and e.merchant_id = i.merchant_id and e.type = 'payment.expired'
      join webhook_deliveries d on d.event_id = e.id
     where i.merchant_id = ${merchant.merchantId} and i.status = 'expired' and i.expired_at is not null`;
  expect(counts).toEqual({ expired: 4_500, events: 4_500, pending: 4_500, kept: 4_500 });
  const [sums] = await sql`
    select sum(expired_count)::int as expired from unpaid_sums
     where terminal_id = ${merchant.terminalId} and span = 'day'`;
  expect(sums).toEqual({ expired: 4_500 });
  expect(await expireDueIntents(engine())).toBe(0);
});

it.each([
  ["a full batch", { count: 20, limit: 20, seconds: 5 }],
  ["the last one", { count: 19, limit: 20, seconds: 0 }],
])("webhooks of %s are due when nothing more is overdue", async (_, { count, limit, seconds }) => {
  const merchant = await createMerchantFixture({ webhookUrl: "http://127.0.0.1:9/hook" });
  await expireDueIntents(engine());
  await makeDue(merchant, many(count));
  await database().sql.begin((tx) => moveDueToExpired(tx, { limit, heldBackSeconds: 5 }));
  const rows = await database().sql<{ seconds: number }[]>`
    select extract(epoch from d.next_attempt_at - d.created_at)::float8 as seconds
      from webhook_deliveries d join events e on e.id = d.event_id
     where e.merchant_id = ${merchant.merchantId} and e.type = 'payment.expired'`;
  expect(rows.map((row) => row.seconds)).toEqual(Array(count).fill(seconds));
});

it("what every end of a payment runs compares no row with all others, whatever plan a connection keeps", async () => {
  const rows = await database().sql`
    select distinct p.proname as name, p.proconfig as settings from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where t.tgrelid = 'payment_intents'::regclass and t.tgnewtable is not null and t.tgoldtable is not null order by 1`;
  expect(rows).toEqual([
    { name: "payment_intents_tell", settings: ["enable_nestloop=off"] },
    { name: "payment_sums_add", settings: ["enable_nestloop=off"] },
  ]);
});
