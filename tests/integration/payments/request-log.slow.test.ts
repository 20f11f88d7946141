import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { database } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { flushRequestLog, logRequest, recordRequests } from "@/lib/payments/requests/record";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

describe("the request log", () => {
  it("holds the authenticated calls with id, status, code, sentence, duration and address, and no body, key or query", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    const key = keys.sandbox;
    const made = await call("create-payment-intent", { amount_usdt: 1, reference: "SECRET-ORDER" }, { key });
    const refused = await call("create-payment-intent", { amount_usdt: 0 }, { key });
    await call("get-terminal-sales?start=2026-01-01", undefined, { key });
    await call(`intent-status?id=${made.json.intent.id}`, undefined);
    await call("create-payment-intent", { amount_usdt: 1 });
    await flushRequestLog();
    const rows = await database().sql`
      select id, method, path, status, code, error, address, environment, duration_us from api_requests
       where merchant_id = ${merchantId} order by created_at, path, status`;
    expect(rows.map((row) => [row.method, row.path, row.status, row.code])).toEqual([
      ["POST", "/api/v1/create-payment-intent", 200, null],
      ["POST", "/api/v1/create-payment-intent", 400, "invalid_amount"],
      ["GET", "/api/v1/get-terminal-sales", 200, null],
    ]);
    expect(rows[0]).toMatchObject({
      id: made.headers.get("x-request-id"),
      address: "203.0.113.7",
      environment: "sandbox",
    });
    expect(rows.map((row) => row.error)).toEqual([null, refused.json.error, null]);
    expect(rows[0]?.duration_us).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/SECRET-ORDER|2026-01-01|svc_test_/);
    const [used] = await database().sql`select last_used_at from api_keys where merchant_id = ${merchantId}`;
    expect(used?.last_used_at).toBeInstanceOf(Date);
  });

  it("two flushes at once write each entry once", async () => {
    const { keys, merchantId } = await createMerchantFixture();
    for (let i = 0; i < 5; i++) await call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox });
    await Promise.all([flushRequestLog(), flushRequestLog(), flushRequestLog()]);
    const rows = await database().sql`select id from api_requests where merchant_id = ${merchantId}`;
    expect(rows).toHaveLength(5);
  });

  it("goes on after a write that took longer than the pause between two", async () => {
    const merchant = await createMerchantFixture();
    const lock = await lockLog();
    logRequest(entryOf(merchant));
    await lock.isWaitedFor();
    logRequest(entryOf(merchant));
    await lock.holdPast(1_500);
    await waitFor("what was logged before and during the write", async () => (await written(merchant)) === 2);
    logRequest(entryOf(merchant));
    await waitFor("what was logged after it", async () => (await written(merchant)) === 3);
  });

  it("writes everything once it can, after a write that took long and failed", async () => {
    const merchant = await createMerchantFixture();
    const lock = await lockLog();
    logRequest(entryOf(merchant));
    await lock.isWaitedFor();
    logRequest(entryOf(merchant));
    await lock.cancelWriteAfter(1_500);
    await waitFor("both entries", async () => (await written(merchant)) === 2);
  });

  it("writes a batch again, after a commit that was never acknowledged", async () => {
    const merchant = await createMerchantFixture();
    const [first, second] = [entryOf(merchant), entryOf(merchant)];
    await recordRequests(database(), [first]);
    await recordRequests(database(), [first, second]);
    expect(await written(merchant)).toBe(2);
  });

  it("holds a call that took more than its column can, beside the others", async () => {
    const merchant = await createMerchantFixture();
    logRequest(entryOf(merchant));
    logRequest({ ...entryOf(merchant), durationMicros: 2 ** 31 });
    await flushRequestLog();
    const durations = await database().sql`
      select duration_us as us from api_requests where merchant_id = ${merchant.merchantId} order by us`;
    expect(durations.map(({ us }) => us)).toEqual([1, 2 ** 31 - 1]);
  });

  it("drops an entry that the database refuses, says so once, and writes all others", async () => {
    const merchant = await createMerchantFixture();
    const error = vi.spyOn(log(), "error");
    onTestFinished(() => error.mockRestore());
    const refused = [3, 8].map((n) => ({ n, entry: { ...entryOf(merchant), path: "/\u0000" } }));
    for (let n = 0; n < 12; n++) logRequest(refused.find((one) => one.n === n)?.entry ?? entryOf(merchant));
    await flushRequestLog();
    expect(await written(merchant)).toBe(10);
    expect(error.mock.calls.map(([facts]) => (facts as { requestId: string }).requestId)).toEqual(
      refused.map(({ entry }) => entry.id),
    );
    logRequest(entryOf(merchant));
    await flushRequestLog();
    expect(await written(merchant)).toBe(11);
  });

  it("waits for no key that is being changed: its next use counts", async () => {
    const merchants = [await createMerchantFixture(), await createMerchantFixture()];
    const { sql } = database();
    const keys = await sql<{ id: string; merchantId: string; terminalId: string }[]>`
      select id, merchant_id as "merchantId", terminal_id as "terminalId" from api_keys
       where merchant_id = any(${merchants.map((one) => one.merchantId)}::uuid[]) order by id`;
    const used = () => keys.map((key) => ({ ...entryOf(key), keyId: key.id }));
    const usedKeys = async () => {
      const rows = await sql`
        select last_used_at is not null as used from api_keys where id = any(${keys.map((key) => key.id)}::uuid[]) order by id`;
      return rows.map((row) => row.used);
    };
    await sql.begin(async (tx) => {
      await tx`select from api_keys where id = ${keys[0]?.id ?? ""} for no key update`;
      await recordRequests(database(), used());
    });
    expect(await usedKeys()).toEqual([false, true]);
    await recordRequests(database(), used());
    expect(await usedKeys()).toEqual([true, true]);
  });
});

function entryOf({
  merchantId,
  terminalId,
}: Pick<MerchantFixture, "merchantId" | "terminalId">): Parameters<typeof logRequest>[0] {
  return {
    id: randomUUID(),
    merchantId,
    terminalId,
    keyId: randomUUID(),
    environment: "sandbox",
    method: "GET",
    path: "/api/v1/get-terminal-sales",
    status: 200,
    code: null,
    error: null,
    durationMicros: 1,
    address: "203.0.113.7",
    at: new Date(),
  };
}

async function written({ merchantId }: MerchantFixture) {
  const rows = await database().sql`select id from api_requests where merchant_id = ${merchantId}`;
  return rows.length;
}

/** Holds up every write of the request log. */
async function lockLog() {
  const { sql } = database();
  const locked = withResolvers<void>();
  const released = withResolvers<void>();
  const transaction = sql.begin(async (tx) => {
    await tx`lock table api_requests in share mode`;
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const waiting = () => sql<{ pid: number }[]>`
    select pid from pg_locks
     where database = (select oid from pg_database where datname = current_database())
       and relation = 'api_requests'::regclass and not granted`;
  const release = () => {
    released.resolve();
    return transaction;
  };
  return {
    isWaitedFor: () => waitFor("a write that waits", async () => (await waiting()).length > 0),
    holdPast: async (ms: number) => {
      await sleep(ms);
      await release();
    },
    cancelWriteAfter: async (ms: number) => {
      await sleep(ms);
      await sql`select pg_cancel_backend(pid) from unnest(${(await waiting()).map(({ pid }) => pid)}::int[]) pid`;
      await waitFor("no write that waits", async () => (await waiting()).length === 0);
      await release();
    },
  };
}
