import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { dismissKeyNotice } from "@/lib/business/merchants/dismiss-notice";
import { createTerminal } from "@/lib/business/terminals/create";
import { getEndpoint, listEndpoints } from "@/lib/delivery/endpoints/list";
import { rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { countFailed } from "@/lib/delivery/log/count-failed";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { attention } from "@/lib/payments/reports/attention";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";
import { makePayments, payTooLate } from "@/tests/support/payments";
import { giveRate, ratesAge } from "@/tests/support/rates";
import { startReceiver } from "@/tests/support/receiver";

const today = () => new Date().toISOString();

it("a shop in order has nothing that needs attention but its terminals until a request has come from them", async () => {
  const merchant = await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
  await makePayments(merchant, [{ createdAt: today() }]);
  const ctx = await memberContext(merchant);
  expect(await attention(ctx)).toMatchObject({
    endpoints: [],
    payments: [],
    terminals: [{ id: merchant.terminalId, name: "Front desk", hasKey: true }],
  });
  await database().sql`update api_keys set last_used_at = now() where terminal_id = ${merchant.terminalId}`;
  expect((await attention(ctx)).terminals).toEqual([]);
  await createTerminal(merchant.ctx, { name: "Bar" });
  expect((await attention(ctx)).terminals.map((one) => one.name)).toEqual(["Bar"]);
  const live = await memberContext(merchant, { environment: "live" });
  expect(await attention(live)).toMatchObject({ endpoints: [], payments: [], terminals: [] });
});

it("a dismissed notice about keys returns for a terminal or key that is newer, and for no other business", async () => {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant);
  const live = await memberContext(merchant, { environment: "live" });
  const foreign = await memberContext(await createMerchantFixture());
  const unused = async (one = ctx) => (await attention(one)).terminals.map(({ name }) => name);
  const bar = await createTerminal(merchant.ctx, { name: "Bar" });
  expect(await unused()).toEqual(["Bar", "Front desk"]);
  await dismissKeyNotice(ctx);
  expect(await unused()).toEqual([]);
  expect(await unused(foreign)).toEqual(["Front desk"]);
  await createTerminal(merchant.ctx, { name: "Cellar" });
  expect(await unused()).toEqual(["Cellar"]);
  const { sql } = database();
  await sql`update api_keys set created_at = now() where terminal_id = ${bar.id}`;
  expect(await unused()).toEqual(["Bar", "Cellar"]);
  await dismissKeyNotice(live);
  expect(await unused()).toEqual(["Bar", "Cellar"]);
  await dismissKeyNotice(ctx);
  expect(await unused()).toEqual([]);
  const dismissals = (await auditOf(merchant.merchantId)).filter(
    ({ action }) => action === "merchant.key_notice_dismissed",
  );
  expect(dismissals.map(({ after }) => after)).toEqual(
    ["sandbox", "live", "sandbox"].map((environment) => ({ environment })),
  );
});

it("payments of the last thirty days that are out of the ordinary are counted by what is wrong", async () => {
  const merchant = await createMerchantFixture();
  const [expired] = await makePayments(merchant, [
    { status: "expired", receivedMicros: 5n, createdAt: today() },
    { status: "paid", receivedMicros: 99_000_000n, createdAt: today() },
    { status: "paid", receivedMicros: 99_000_000n, createdAt: today() },
    { status: "paid", receivedMicros: 99_000_000n, createdAt: "2026-01-01T00:00:00Z" },
  ]);
  await payTooLate(merchant.merchantId, expired?.id as string, 3n);
  const seen = await attention(await memberContext(merchant));
  expect(seen.payments).toEqual([
    { flag: "partial", count: 1, isMore: false },
    { flag: "over", count: 2, isMore: false },
    { flag: "late", count: 1, isMore: false },
  ]);
  const foreign = await memberContext(await createMerchantFixture());
  expect((await attention(foreign)).payments).toEqual([]);
});

it("endpoints that fail, are switched off, never got events or wait for their second secret are told of", async () => {
  const merchant = await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
  const ctx = await memberContext(merchant);
  const { sql } = database();
  const [{ id }] = await sql<
    [{ id: string }]
  >`select id from webhook_endpoints where merchant_id = ${merchant.merchantId}`;
  const seen = async () => (await attention(ctx)).endpoints[0];
  await sql`update webhook_endpoints set failing_since = now() where id = ${id}`;
  expect(await seen()).toMatchObject({ id, failingSince: expect.any(Date), disabledAt: null, undelivered: 0 });
  await sql`
    with e as (
      insert into events (id, merchant_id, environment, type, body)
      values (gen_random_uuid(), ${merchant.merchantId}, 'sandbox', 'payment.success', '{}') returning id)
    insert into webhook_deliveries (event_id, endpoint_id, status, next_attempt_at, ended_at) select id, ${id}, 'failed', null, now() from e`;
  await sql`update webhook_endpoints set failing_since = null where id = ${id}`;
  expect(await seen()).toMatchObject({ failingSince: null, undelivered: 1 });
  await rotateEndpointSecret(merchant.ctx, { endpointId: id, shown: null });
  expect((await seen())?.rotationUntil?.getTime()).toBeGreaterThan(Date.now());
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = 'gone' where id = ${id}`;
  expect(await seen()).toMatchObject({ disabledReason: "gone" });
  expect((await attention(await memberContext(await createMerchantFixture()))).endpoints).toEqual([]);
});

it("a test event that failed is no trouble of its endpoint", async () => {
  const receiver = await startReceiver((_request, response) => response.writeHead(500).end());
  const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
  const ctx = await memberContext(merchant);
  const [endpoint] = await listEndpoints(ctx);
  const endpointId = endpoint?.id as string;
  expect(await pingEndpoint(merchant.ctx, endpointId)).toMatchObject({ delivered: false, status: 500 });
  expect((await attention(ctx)).endpoints).toEqual([]);
  expect(await getEndpoint(ctx, endpointId)).toMatchObject({ health: { state: "new" }, waiting: 0 });
  expect(await countFailed(ctx, endpointId)).toEqual({ "1h": 0, "24h": 0, "7d": 0, "30d": 0 });
});

it("a rate that needs a person is named to members who see rates, and to no other business", async () => {
  const merchant = await createMerchantFixture();
  await giveRate(merchant, { currency: "EUR", rate: "1.1" });
  const ctx = await memberContext(merchant);
  expect((await attention(ctx)).rates).toEqual([]);
  await ratesAge(merchant, 60 * 24 * 30);
  const message = expect.stringMatching(/^There is no current rate for EUR/);
  expect((await attention(ctx)).rates).toEqual([{ currency: "EUR", level: "none", message }]);
  expect((await attention(await memberContext(merchant, { role: "cashier" }))).rates).toEqual([]);
  expect((await attention(await memberContext(await createMerchantFixture()))).rates).toEqual([]);
});
