import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { systemContext, type TenantContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { database } from "@/lib/base/db/client";
import { TERMINAL_KEY_SCOPES } from "@/lib/base/values/scopes";
import { cancelIntent } from "@/lib/payments/intents/cancel";
import { authenticate, requireAllowed } from "@/lib/service/api/request";
import { call } from "@/tests/support/api";
import { createMerchantFixture } from "@/tests/support/fixtures";

it("a terminal's key is the tenant of its one terminal, with every scope of today", async () => {
  const { keys, merchantId, terminalId } = await createMerchantFixture();
  const headers = { authorization: `Bearer ${keys.sandbox}` };
  const ctx = await authenticate(new Request("http://localhost/", { headers }));
  expect(ctx).toMatchObject({
    merchantId,
    environment: "sandbox",
    terminalIds: [terminalId],
    terminal: { id: terminalId },
  });
  for (const scope of TERMINAL_KEY_SCOPES) expect(() => requireAllowed(ctx, scope, "unknown")).not.toThrow();
  for (const scope of ["customers:read", "refunds:write", "webhooks:write"] as const) {
    expect(() => requireAllowed(ctx, scope, "unknown")).toThrow(
      expect.objectContaining({ code: "insufficient_scope" }),
    );
  }
});

it("a key of a whole business reaches every terminal of it, and others only their own", async () => {
  const shop = await createMerchantFixture();
  const other = await createMerchantFixture();
  const [terrace] = await database().sql<[{ id: string }]>`
    insert into terminals (merchant_id, name) values (${shop.merchantId}, 'Terrace') returning id`;
  const key = (merchantId: string, terminalIds: TenantContext["terminalIds"]): TenantContext => ({
    ...systemContext(database(), "test"),
    actor: { type: "api_key", keyId: randomUUID() },
    merchantId,
    environment: "sandbox",
    terminalIds,
  });
  const whole = key(shop.merchantId, null);
  const seen = async (ctx: TenantContext) =>
    (
      await database().sql<{ id: string }[]>`
        select t.id from terminals t where t.merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "t.id")}`
    ).map(({ id }) => id);
  expect((await seen(whole)).sort()).toEqual([shop.terminalId, terrace.id].sort());
  expect(await seen(key(shop.merchantId, [terrace.id]))).toEqual([terrace.id]);

  const { json } = await call("create-payment-intent", { amount_usdt: 2 }, { key: shop.keys.sandbox });
  const id: string = json.intent.id;
  const strangers = [key(shop.merchantId, [terrace.id]), key(shop.merchantId, []), key(other.merchantId, null)];
  for (const ctx of [...strangers, { ...whole, environment: "live" as const }]) {
    await expect(cancelIntent(ctx, { id }, null)).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await cancelIntent(whole, { id }, null)).toMatchObject({ replayed: false });
  const notes = await database().sql`select id from audit_log where target_id = ${id}`;
  expect(notes).toHaveLength(0);
});
