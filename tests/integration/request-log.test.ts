import { describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { flushRequestLog } from "@/lib/requests/record";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

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
});
