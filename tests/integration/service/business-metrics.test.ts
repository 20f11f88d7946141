import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database, openDatabase } from "@/lib/base/db/client";
import { mergeMetrics, processMetrics, setClusterMetrics } from "@/lib/base/process/metrics";
import { expireDueIntents } from "@/lib/payments/intents/expire-due";
import { collectMetrics } from "@/lib/service/jobs/collect-metrics";
import { call } from "@/tests/support/api";
import { makeDue } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { liveMerchant, setCursor, turnLiveOn } from "@/tests/support/live";

/** The metrics whose names begin with `till_payments`, `till_attention` and `till_webhook_deliver`. */
async function figures(): Promise<Map<string, number>> {
  const { text } = await collectMetrics(systemContext(database(), "test"));
  const lines = text.matchAll(/^till_((?:payments|attention|webhook_deliver)\S+) (\S+)$/gm);
  return new Map([...lines].map(([, name = "", value]) => [name, Number(value)]));
}

/** What `work` adds to them. */
async function added(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await figures();
  await work();
  const changes = [...(await figures())].map(([name, value]) => [name, value - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(
    changes.filter(([, change]) => change !== 0).map(([name, change]) => [name, round(change)]),
  );
}

const round = (number: number) => Math.round(number * 1e6) / 1e6;

async function create(key: string, amount_usdt: number, headers: Record<string, string> = {}): Promise<string> {
  const { json, text } = await call("create-payment-intent", { amount_usdt }, { key, headers });
  expect(json.success, text).toBe(true);
  return json.intent.id;
}

describe("the metrics of the business", () => {
  it("count payments and their amounts by what became of them", async () => {
    const { keys } = await createMerchantFixture();
    const key = keys.sandbox;
    const ids: string[] = [];
    const made = await added(async () => {
      for (const amount of [0.000001, 2, 3, 999_999.999999]) ids.push(await create(key, amount));
    });
    expect(made).toEqual({
      'payments_total{environment="sandbox",outcome="created"}': 4,
      'payments_usdt_total{environment="sandbox",outcome="created"}': 1_000_005,
      'payments_pending{environment="sandbox"}': 4,
    });
    const [paid = "", cancelled = "", part = ""] = ids;
    const ended = await added(async () => {
      await call("simulate-payment", { id: paid });
      await call("cancel-payment-intent", { id: cancelled }, { key });
      await call("simulate-payment", { id: part, outcome: "underpaid" });
      await database().sql`update payment_intents set expires_at = now() - interval '1 hour' where status = 'pending'`;
      await expireDueIntents(systemContext(database(), "test"));
    });
    expect(ended).toEqual({
      'payments_total{environment="sandbox",outcome="paid"}': 1,
      'payments_usdt_total{environment="sandbox",outcome="paid"}': 0.000001,
      'payments_total{environment="sandbox",outcome="cancelled"}': 1,
      'payments_usdt_total{environment="sandbox",outcome="cancelled"}': 2,
      'payments_total{environment="sandbox",outcome="expired"}': 2,
      'payments_usdt_total{environment="sandbox",outcome="expired"}': 1_000_002.999999,
      'payments_pending{environment="sandbox"}': -4,
      'attention_open{environment="sandbox"}': 1,
    });
  });

  it("count no request that is repeated, refused or rolled back", async () => {
    const { keys } = await createMerchantFixture();
    const again = { "idempotency-key": "the same" };
    await create(keys.sandbox, 1, again);
    const changes = await added(async () => {
      await create(keys.sandbox, 1, again);
      await call("create-payment-intent", { amount_usdt: -1 }, { key: keys.sandbox });
      await call("cancel-payment-intent", { id: crypto.randomUUID() }, { key: keys.sandbox });
    });
    expect(changes).toEqual({});
  });

  it("count live payments apart", async () => {
    turnLiveOn();
    await setCursor();
    const { liveKey } = await liveMerchant();
    expect(await added(() => create(liveKey, 2.5))).toEqual({
      'payments_total{environment="live",outcome="created"}': 1,
      'payments_usdt_total{environment="live",outcome="created"}': 2.5,
      'payments_pending{environment="live"}': 1,
    });
  });

  it("show what waits to be delivered, and for how long", async () => {
    const merchant = await createMerchantFixture({ webhookUrl: "http://127.0.0.1:9/hook" });
    const waiting = await added(async () => {
      await create(merchant.keys.sandbox, 1);
      await database().sql`
        update webhook_deliveries d set created_at = now() - interval '1 hour'
          from events e where e.id = d.event_id and e.merchant_id = ${merchant.merchantId}`;
      await makeDue(merchant.merchantId);
    });
    expect(waiting['webhook_deliveries_pending{environment="sandbox"}']).toBe(1);
    expect(waiting['webhook_delivery_oldest_seconds{environment="sandbox"}']).toBeGreaterThanOrEqual(3_600);
  });

  it("are those of this moment, whatever other processes have reported before, and counts are summed up", async () => {
    const { keys } = await createMerchantFixture();
    const id = await create(keys.sandbox, 1);
    const before = await figures();
    const other = await processMetrics();
    setClusterMetrics(async () => mergeMetrics([await processMetrics(), other]));
    onTestFinished(() => setClusterMetrics(null));
    await call("cancel-payment-intent", { id }, { key: keys.sandbox });
    const after = await figures();
    const pending = 'payments_pending{environment="sandbox"}';
    const created = 'payments_total{environment="sandbox",outcome="created"}';
    expect(after.get(pending)).toBe((before.get(pending) ?? 0) - 1);
    expect(after.get(created)).toBe((before.get(created) ?? 0) * 2);
    const { text } = await collectMetrics(systemContext(database(), "test"));
    for (const name of ["till_payments_pending", "till_backup_age_seconds", "process_resident_memory_bytes"]) {
      expect([name, text.match(new RegExp(`^# TYPE ${name} `, "gm"))]).toEqual([name, [expect.any(String)]]);
    }
  });

  it("are missing while the database is unavailable, and ages are -1", async () => {
    const away = openDatabase("postgres://127.0.0.1:9/nowhere", { pool: 1 });
    const { text } = await collectMetrics(systemContext(away, "test"));
    expect(text).toContain("till_job_lag_seconds -1");
    expect(text).toContain("till_backup_age_seconds -1");
    expect(text).not.toMatch(/^till_payments_pending\{/m);
    await away.close();
  });
});
