import { expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/context";
import { database, type Sql, type Transaction } from "@/lib/db/client";
import { webhooksMessages } from "@/lib/messages/en/webhooks";
import { listRequests } from "@/lib/requests/list";
import { continueResets } from "@/lib/sandbox/continue-resets";
import { requestReset } from "@/lib/sandbox/request-reset";
import { currentWallet } from "@/lib/wallets/compare-wallet";
import { planByIndex } from "@/lib/wallets/watch-set";
import { staleRows } from "@/lib/watcher/balances";
import { countFailed } from "@/lib/webhooks/count-failed";
import { createEndpoint } from "@/lib/webhooks/create-endpoint";
import { resendFailed } from "@/lib/webhooks/resend";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { turnLiveOn } from "@/tests/support/live";
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
