import { expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/base/context/context";
import { database, type Sql, type Transaction } from "@/lib/base/db/client";
import { type Cursor, timeCursor } from "@/lib/base/lists/cursor";
import { tronFromHex } from "@/lib/base/tron/address";
import { currentWallet } from "@/lib/chain/wallets/compare-wallet";
import { planByIndex } from "@/lib/chain/wallets/watch-set";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { numberEvents } from "@/lib/delivery/feed/number";
import { selectNews } from "@/lib/delivery/feed/select-news";
import { selectLatest, selectPage } from "@/lib/delivery/feed/select-page";
import { countFailed } from "@/lib/delivery/log/count-failed";
import { resendFailed } from "@/lib/delivery/log/resend";
import { searchDeliveries } from "@/lib/delivery/log/search-deliveries";
import { createTestPayment } from "@/lib/payments/intents/create-test";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { listRefunds } from "@/lib/payments/refunds/list";
import { ListRefundsInput } from "@/lib/payments/refunds/list-filter";
import { PrepareIntentRefundInput, prepareIntentRefund } from "@/lib/payments/refunds/prepare";
import { listRequests } from "@/lib/payments/requests/list";
import { continueResets } from "@/lib/payments/sandbox/continue-resets";
import { requestReset } from "@/lib/payments/sandbox/request-reset";
import { webhooksMessages } from "@/lib/service/messages/en/webhooks";
import { staleRows } from "@/lib/settlement/watcher/balances";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { randomAddresses, turnLiveOn } from "@/tests/support/live";
import { makeShop } from "@/tests/support/live-intents";
import { analyze, FEW, MANY, manyUsed } from "@/tests/support/many-addresses";
import { memberContext } from "@/tests/support/member-context";
import { rowsReadBy } from "@/tests/support/plans";

turnLiveOn();

/** A context whose statements are all part of a transaction. */
function within<C extends Context>(tx: Transaction, ctx: C): C {
  const sql = Object.assign(tx, { begin: tx.savepoint }) as unknown as Sql;
  return { ...ctx, db: { ...ctx.db, sql } };
}

async function manyRequests() {
  const merchant = await createMerchantFixture();
  await database().sql`
    insert into api_requests (id, merchant_id, terminal_id, key_id, environment, method, path, status, duration_us, address, created_at)
    select gen_random_uuid(), k.merchant_id, k.terminal_id, k.id, env, 'POST', '/api/v1/x', 200 + 200 * (n % 2), 900, '::1',
           now() - n * interval '1 s'
      from api_keys k, (values ('live', ${MANY}::int), ('sandbox', 3)) e(env, many), generate_series(1, many) n
     where k.merchant_id = ${merchant.merchantId}`;
  await analyze("api_requests");
  return merchant;
}

it("the log of an environment with few calls isn't searched in the other's", async () => {
  const ctx = await memberContext(await manyRequests());
  for (const filter of [{}, { status: "4xx" as const }]) {
    const read = await rowsReadBy("api_requests", async (tx) => {
      expect((await listRequests(within(tx, ctx), filter)).rows.length).toBeGreaterThan(0);
    });
    expect(read).toBeLessThan(FEW);
  }
});

it("a reset of a sandbox with few calls doesn't read those of live", async () => {
  const ctx = await memberContext(await manyRequests());
  await requestReset(ctx, { confirmation: "Corner Bookshop" });
  const read = await rowsReadBy("api_requests", (tx) =>
    continueResets(within(tx, systemContext(database(), "test")), 10),
  );
  expect(read).toBeLessThan(FEW);
  expect((await listRequests(ctx, {})).rows).toEqual([]);
});

it("whether refunds go to new addresses is asked without reading the business's earlier refunds", async () => {
  const ctx = await memberContext(await createMerchantFixture());
  const { id } = await createTestPayment(ctx, {});
  await simulatePayment(ctx, { id, outcome: "paid" });
  await database().sql.begin(async (tx) => {
    // as if each had gone its way
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into refunds (merchant_id, environment, intent_id, status, to_address, amount_micros, prepared_by,
                           confirmed_at, created_at, final_at, simulated_tx_hash)
      select ${ctx.merchantId}, 'sandbox', ${id}, 'final', '0x' || lpad(to_hex(n), 40, '0'), 1, ${ctx.actor.userId}, at, at,
             at, n::text
        from generate_series(1, ${MANY}::int) n, (select now() - interval '1 day') a(at)`;
  });
  await analyze("refunds");
  const to = tronFromHex(`0x${"1".padStart(40, "0")}`);
  for (const address of [to, randomAddresses(1)[0]]) {
    const input = PrepareIntentRefundInput.parse({ intentId: id, amount: "1", to: address, reason: "returned" });
    await prepareIntentRefund(ctx, input);
  }
  const read = await rowsReadBy("refunds", async (tx) => {
    const { refunds } = await listRefunds(within(tx, ctx), ListRefundsInput.parse({}));
    expect(refunds.map(({ isNewAddress }) => isNewAddress)).toEqual([true, false]);
  });
  expect(read).toBeLessThan(FEW);
});

/** An endpoint with many deliveries that failed long ago, and those that failed in the last half hour. */
async function manyFailed(lately: number) {
  const ctx = await memberContext(await createMerchantFixture());
  const { id: endpointId } = await createEndpoint(ctx, { environment: "sandbox", url: "http://127.0.0.1:9" });
  await database().sql`
    with e as (
      insert into events (id, merchant_id, environment, type, body)
      select gen_random_uuid(), ${ctx.merchantId}, 'sandbox', 'payment.success', '{}' from generate_series(1, ${lately + MANY})
      returning id)
    insert into webhook_deliveries (event_id, endpoint_id, status, attempts, next_attempt_at, ended_at)
    select id, ${endpointId}, 'failed', 6, null,
           now() - (case when row_number() over () <= ${lately}::int then interval '30 minutes' else interval '40 days' end)
      from e`;
  await analyze("events", "webhook_deliveries");
  return { ctx, endpointId };
}

it("deliveries that failed long ago aren't read to count and resend the latest", async () => {
  const { ctx, endpointId } = await manyFailed(5);
  const counted = await rowsReadBy("webhook_deliveries", async (tx) => {
    expect(await countFailed(within(tx, ctx), endpointId)).toEqual({ "1h": 5, "24h": 5, "7d": 5, "30d": 5 });
  });
  expect(counted).toBeLessThan(FEW);
  const resent = await rowsReadBy("webhook_deliveries", async (tx) => {
    expect(await resendFailed(within(tx, ctx), endpointId, new Date(Date.now() - 3_600_000))).toBe(5);
  });
  expect(resent).toBeLessThan(FEW);
});

it("no more than ten thousand failed deliveries are counted", async () => {
  const { ctx, endpointId } = await manyFailed(10_500);
  const counted = await countFailed(ctx, endpointId);
  expect(counted["30d"]).toBe(10_001);
  const { count, confirm } = webhooksMessages.retryFailed;
  expect(count(counted["30d"])).toBe("More than 10,000 deliveries");
  expect(confirm(counted["30d"])).toBe("Retry more than 10,000 deliveries");
  expect(count(10_000)).toBe("10,000 deliveries");
});

it("addresses that are never used again aren't read for the balances that are due", async () => {
  const { merchantId } = await manyUsed();
  const { sql } = database();
  await sql`
    update receive_addresses set funded = false, balance_micros = 0, balance_at = now() - interval '39 days'
     where merchant_id = ${merchantId} and derivation_index % 2 = 0 and derivation_index >= 100`;
  await sql`update receive_addresses set balance_at = now() where merchant_id = ${merchantId} and derivation_index < 100`;
  await analyze("receive_addresses");
  const read = await rowsReadBy("receive_addresses", (tx) => planByIndex(tx).then(() => staleRows(tx)));
  expect(read).toBeLessThan(FEW);
});

it("the balances that are due are those of watched and holding addresses, the longest unread first", async () => {
  const { sql } = database();
  const shop = await makeShop();
  await sql`
    insert into receive_addresses (merchant_id, wallet_id, address, last_leased_at, retired_at, balance_at, funded)
    select ${shop.merchantId}, ${shop.walletId}, '0x' || substr(md5(random()::text || place), 1, 32) || lpad(to_hex(place), 8, '0'),
           now() - leased * interval '1 day', now() - retired * interval '1 day', now() - balance * interval '1 day', funded
      from (values (null), (10), (40)) l(leased), (values (null), (10)) r(retired),
           (values (null), (0.5), (2), (3)) b(balance), (values (true), (false)) f(funded), generate_series(1, 20) place`;
  const due = await sql`
    select id from receive_addresses
     where balance_at is null
        or balance_at < now() - interval '1 day'
           and (funded or retired_at is null and coalesce(last_leased_at, now()) > now() - interval '30 days')
     order by balance_at nulls first, last_leased_at nulls last, id`;
  expect(due.length).toBeGreaterThan(500);
  const read = await sql.begin((tx) => staleRows(tx));
  expect(read.map(({ id }) => id)).toEqual(due.slice(0, 500).map(({ id }) => id));
});

it("the first addresses of a wallet are read without its others", async () => {
  const { merchantId } = await manyUsed();
  await analyze("receive_addresses");
  const read = await rowsReadBy("receive_addresses", async (tx) => {
    expect((await currentWallet(tx, merchantId, 3))?.addresses).toHaveLength(3);
  });
  expect(read).toBeLessThan(FEW);
});

/** Reads a log to its end: the IDs that it shows, and how often a page ended before it was full. */
async function readAll(
  look: (before?: Cursor) => Promise<{ rows: { id: string }[]; next: string | null; searchedTo: Date | null }>,
) {
  const ids: string[] = [];
  let stops = 0;
  for (let before: string | null | undefined; before !== null; ) {
    const page = await look(before ? timeCursor.schema.parse(before) : undefined);
    ids.push(...page.rows.map(({ id }) => id));
    if (page.searchedTo) stops++;
    before = page.next;
  }
  return { ids, stops };
}

it("a rare entry of the request log is found in steps of a bounded size", async () => {
  const ctx = await memberContext(await manyRequests(), { environment: "live" });
  const { sql } = database();
  await sql`
    update api_requests set code = 'not_found', path = '/api/v1/rare'
     where merchant_id = ${ctx.merchantId} and id = any(array(
       select id from api_requests where merchant_id = ${ctx.merchantId} and environment = 'live' order by created_at limit 60))`;
  await analyze("api_requests");
  for (const filter of [{ code: "not_found" }, { path: "/api/v1/rare" }]) {
    const read = await rowsReadBy("api_requests", (tx) => listRequests(within(tx, ctx), filter, FEW / 4));
    expect(read).toBeLessThan(FEW);
    const { ids, stops } = await readAll((before) => listRequests(ctx, { ...filter, before }, FEW / 4));
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
    // the last page is full
    expect(stops).toBe(MANY / (FEW / 4) - 1);
  }
  expect((await listRequests(ctx, {}, FEW / 4)).searchedTo).toBeNull();
});

it("a rare entry of the delivery log is found in steps of a bounded size, over all endpoints", async () => {
  const { ctx, endpointId } = await manyFailed(0);
  const { sql } = database();
  const { id: other } = await createEndpoint(ctx, { environment: "sandbox", url: "http://127.0.0.1:10" });
  // the other endpoint has a delivery of every fifth event, each a bit later than the first one's
  await sql`
    update webhook_deliveries d set created_at = now() - place * interval '1 s'
      from (select id, row_number() over (order by id) as place from webhook_deliveries where endpoint_id = ${endpointId}) n
     where n.id = d.id`;
  await sql`
    insert into webhook_deliveries (event_id, endpoint_id, status, next_attempt_at, ended_at, created_at)
    select event_id, ${other}, 'delivered', null, now(), created_at + interval '0.5 s' from (
      select event_id, created_at, row_number() over (order by created_at) as place from webhook_deliveries
       where endpoint_id = ${endpointId}) d where place % 5 = 0`;
  const rare = await sql<{ id: string }[]>`
    update events set type = 'payment.expired' where merchant_id = ${ctx.merchantId} and id = any(array(
      select event_id from (
        select event_id, row_number() over (order by created_at) as place from webhook_deliveries where endpoint_id = ${endpointId}) d
       where place % 50 = 0)) returning id`;
  await analyze("events", "webhook_deliveries");
  const due = await sql<{ id: string }[]>`
    select d.id from webhook_deliveries d where d.event_id = any(${rare.map(({ id }) => id)}::uuid[])
     order by d.created_at desc, d.id desc`;
  const filter = { event: "payment.expired" as const };
  const read = await rowsReadBy("webhook_deliveries", (tx) => searchDeliveries(within(tx, ctx), filter, null, FEW / 4));
  expect(read).toBeLessThan(FEW);
  const { ids, stops } = await readAll((before) => searchDeliveries(ctx, { ...filter, before }, null, FEW / 4));
  expect(ids).toEqual(due.map(({ id }) => id));
  expect(stops).toBeGreaterThan(10);
  const delivered = await readAll((before) => searchDeliveries(ctx, { status: "delivered", before }, null, FEW / 4));
  expect(new Set(delivered.ids).size).toBe(MANY / 5);
});

it("a page of the event feed, the look for new events and numbering don't read the other events", async () => {
  const { merchantId } = await createMerchantFixture();
  const { merchantId: another } = await createMerchantFixture();
  const { sql } = database();
  const write = (of: string, type: string, count: number) => sql`
    insert into events (id, merchant_id, environment, type, body, xid)
    select gen_random_uuid(), ${of}, 'sandbox', ${type}, '{}', case when ${count}::int = 1 then pg_current_xact_id() else n::text::xid8 end
      from generate_series(1, ${count}::int) n`;
  await write(another, "payment.success", MANY);
  await write(merchantId, "payment.success", MANY);
  // as before anything was numbered
  await sql`update event_feed_state set next_xid = null`;
  await numberEvents(database());
  await analyze("events", "event_feed");
  const request = {
    merchantId,
    environment: "sandbox",
    terminalId: null,
    after: null,
    types: null,
    limit: 20,
  } as const;
  const page = await selectPage(database(), request);
  await write(another, "payment.expired", 1);
  const reads: [string, (ctx: Context) => Promise<unknown>][] = [
    ["number", ({ db }) => numberEvents(db)],
    ["look", ({ db }) => numberEvents(db)],
    ["page", ({ db }) => selectPage(db, { ...request, after: page.next })],
    ["page of one type", ({ db }) => selectPage(db, { ...request, after: page.next, types: ["payment.success"] })],
    ["latest", ({ db }) => selectLatest(db, request)],
    ["news", ({ db }) => selectNews(db, [{ merchantId, environment: "sandbox", after: page.position }])],
  ];
  for (const [name, read] of reads) {
    const rows = await rowsReadBy("events", (tx) => read(within(tx, systemContext(database(), "test"))));
    expect([name, rows < FEW]).toEqual([name, true]);
  }
});
