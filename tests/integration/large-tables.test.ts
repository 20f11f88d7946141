import { expect, it } from "vitest";
import { type Context, systemContext } from "@/lib/context";
import { database, type Sql, type Transaction } from "@/lib/db/client";
import { listRequests } from "@/lib/requests/list";
import { continueResets } from "@/lib/sandbox/continue-resets";
import { requestReset } from "@/lib/sandbox/request-reset";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { turnLiveOn } from "@/tests/support/live";
import { analyze, FEW, MANY } from "@/tests/support/many-addresses";
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
