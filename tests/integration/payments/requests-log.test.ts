import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { timeCursor } from "@/lib/base/lists/cursor";
import { createTerminal } from "@/lib/business/terminals/create";
import { listRequests, RequestFilter } from "@/lib/payments/requests/list";
import { flushRequestLog } from "@/lib/payments/requests/record";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

describe("the list of requests", () => {
  it("shows what was called, with which key, and what came of it", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const key = merchant.keys.sandbox;
    const made = await call("create-payment-intent", { amount_usdt: 1 }, { key });
    await flushRequestLog();
    expect((await listRequests(ctx, {})).rows).toEqual([
      {
        id: made.headers.get("x-request-id"),
        method: "POST",
        path: "/api/v1/create-payment-intent",
        status: 200,
        code: null,
        error: null,
        durationMicros: expect.any(Number),
        address: "203.0.113.7",
        createdAt: expect.any(Date),
        terminalId: merchant.terminalId,
        terminalName: "Front desk",
        keyName: null,
        keyLast4: key.slice(-4),
      },
    ]);
  });

  it("is narrowed by status, code, path, terminal and id", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const bar = await createTerminal(ctx, { name: "Bar" });
    const key = merchant.keys.sandbox;
    await call("create-payment-intent", { amount_usdt: 1 }, { key });
    const wrong = await call("create-payment-intent", { amount_usdt: 0 }, { key });
    await call("get-terminal-sales", undefined, { key: bar.keys.sandbox });
    await flushRequestLog();
    const count = async (filter: RequestFilter) => (await listRequests(ctx, filter)).rows.length;
    expect(await count({})).toBe(3);
    expect(await count({ status: "2xx" })).toBe(2);
    expect(await count({ status: "4xx" })).toBe(1);
    expect(await count({ status: "5xx" })).toBe(0);
    expect(await count({ code: "invalid_amount" })).toBe(1);
    expect(await count({ path: "/api/v1/get-terminal-sales" })).toBe(1);
    expect(await count({ terminal: bar.id })).toBe(1);
    const id = wrong.headers.get("x-request-id") as string;
    expect(await count({ id })).toBe(1);
    for (const q of [id, id.toUpperCase(), id.slice(0, 13), `${id.slice(0, 4)}…${id.slice(-4)}`])
      expect(await count({ q })).toBe(1);
    for (const q of [randomUUID(), "invalid_amount", id.slice(0, 5)]) expect(await count({ q })).toBe(0);
    expect(await count({ period: "1h" })).toBe(await count({}));
    await database().sql`update api_requests set created_at = created_at - interval '2 hours' where id = ${id}`;
    expect(await count({ period: "1h", id })).toBe(0);
    expect(await count({ period: "24h", id })).toBe(1);
  });

  it("shows nothing of another merchant, environment, or terminal that a cashier does not serve", async () => {
    const merchant = await createMerchantFixture();
    const made = await call("create-payment-intent", { amount_usdt: 1 }, { key: merchant.keys.sandbox });
    await flushRequestLog();
    const id = made.headers.get("x-request-id") as string;
    for (const ctx of [
      await memberContext(await createMerchantFixture()),
      await memberContext(merchant, { environment: "live" }),
      await memberContext(merchant, { role: "cashier", terminalIds: [randomUUID()] }),
    ]) {
      expect((await listRequests(ctx, { id })).rows).toEqual([]);
    }
  });

  it("is paged without a gap or a repetition", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await database().sql`
      insert into api_requests (id, merchant_id, terminal_id, key_id, environment, method, path, status, duration_us,
                                address, created_at)
      select gen_random_uuid(), k.merchant_id, k.terminal_id, k.id, 'sandbox', 'POST', '/api/v1/x', 200, 900, '::1',
             now() - make_interval(secs => n / 10)
        from api_keys k, generate_series(1, 130) n where k.merchant_id = ${merchant.merchantId}`;
    const ids: string[] = [];
    for (let before: string | null | undefined; before !== null; ) {
      const page = await listRequests(ctx, { before: before ? timeCursor.schema.parse(before) : undefined });
      ids.push(...page.rows.map((row) => row.id));
      before = page.next;
    }
    expect([ids.length, new Set(ids).size]).toEqual([130, 130]);
  });

  it("takes nonsense in the address for nothing said", () => {
    const nonsense = {
      status: "9xx",
      code: "'; drop",
      path: "x",
      terminal: "1",
      id: "",
      before: "1_2",
      q: " ",
      period: "2h",
    };
    expect(Object.values(RequestFilter.parse(nonsense)).filter((value) => value !== undefined)).toEqual([]);
    expect(RequestFilter.parse({ status: ["2xx", "4xx"] }).status).toBeUndefined();
  });
});
