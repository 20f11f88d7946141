import { randomUUID } from "node:crypto";
import type { PendingQuery, Row } from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { SetQuoteLifeInput, setQuoteLife } from "@/lib/business/merchants/update";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { call } from "@/tests/support/api";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

let shop: MerchantFixture;
const sql = () => database().sql;

const create = (body: object, headers: Record<string, string> = {}) =>
  call("create-payment-intent", body, { key: shop.keys.sandbox, headers });

async function set(rate: Partial<SetRateInput> & { currency: string }) {
  const base = { source: "manual", way: "usdt_per_unit", rate: "1.0895", confirmed: true };
  await setRate(await memberContext(shop), SetRateInput.parse({ ...base, ...rate }));
}

beforeAll(async () => {
  shop = await createMerchantFixture();
  await set({ currency: "EUR" });
  await set({ currency: "NGN", rate: "1650", way: "units_per_usdt" });
  await set({ currency: "JPY", rate: "0.0067", spreadBps: 50 });
  await set({ currency: "USD", source: "par" });
});

describe("a price in a currency", () => {
  it("is quoted in USDT, and the answer says from what", async () => {
    const { status, json } = await create({ amount: "24.90", currency: "EUR", expires_in: 86_400 });
    expect(status).toBe(200);
    expect(json.intent).toMatchObject({ amount_usdt: 27.13, status: "pending" });
    const { quoted_at, ...quote } = json.intent.quote;
    expect(quote).toEqual({ currency: "EUR", amount: "24.90", rate: "1.0895", source: "manual", spread_bps: 0 });
    expect(Date.parse(json.intent.expires_at) - Date.parse(quoted_at)).toBe(3_600_000);
    const [row] = await sql()`select created_at from payment_intents where id = ${json.intent.id}`;
    expect(row?.created_at.toISOString()).toBe(quoted_at);
  });

  it("holds no longer than the business says", async () => {
    const life = async (body: object) => {
      const { json } = await create(body);
      const { expires_at, quote, id } = json.intent;
      const [row] = await sql()`select created_at from payment_intents where id = ${id}`;
      const created = row?.created_at.toISOString();
      expect(quote?.quoted_at ?? created).toBe(created);
      return (Date.parse(expires_at) - Date.parse(created)) / 1_000;
    };
    const member = await memberContext(shop);
    await setQuoteLife(member, { seconds: 300 });
    expect(await life({ amount: "24.90", currency: "EUR", expires_in: 900 })).toBe(300);
    expect(await life({ amount_usdt: 1, expires_in: 900 })).toBe(900);
    await setQuoteLife(member, { seconds: 1_200 });
    expect(await life({ amount: "24.90", currency: "EUR", expires_in: 900 })).toBe(900);
    await setQuoteLife(member, { seconds: 3_600 });
    expect([299, 3_601].map((seconds) => SetQuoteLifeInput.safeParse({ seconds }).success)).toEqual([false, false]);
    const changes = (await auditOf(shop.merchantId)).filter(({ action }) => action === "merchant.quote_life_changed");
    expect(changes[0]).toMatchObject({ before: { quoteLifeSeconds: 3_600 }, after: { quoteLifeSeconds: 300 } });
  });

  it("is in no event and no status: there, everything is USDT", async () => {
    const { json } = await create({ amount: "24.90", currency: "EUR" });
    const [event] = await sql()`select body from events where intent_id = ${json.intent.id}`;
    const body = JSON.parse(event?.body);
    expect(body).toMatchObject({ event: "intent.created", amount: 27.13, currency: "USDT" });
    expect(Object.keys(body)).not.toContain("quote");
    const status = await call(`intent-status?id=${json.intent.id}`, undefined);
    expect(Object.keys(status.json)).toEqual(["id", "amount_usdt", "status", "environment", "livemode", "expires_at"]);
    expect(status.json.amount_usdt).toBe(27.13);
  });

  it.each([
    [{ amount: "41250", currency: "NGN" }, 25, "41250.00"],
    [{ amount: "1", currency: "JPY" }, 0.006734, "1"],
    [{ amount: "24.9", currency: "USD" }, 24.9, "24.90"],
  ])("%j is %d USDT", async (body, usdt, amount) => {
    const { json } = await create(body);
    expect(json.intent).toMatchObject({ amount_usdt: usdt, quote: { amount } });
  });

  it.each([
    [{ amount: "12.5", currency: "USDT" }],
    [{ amount_usdt: 12.5 }],
    [{ amount_usdt: 12.5, currency: "EUR" }],
    [{ amount_usdt: 12.5, currency: { a: 1 } }],
    [{ amount_usdt: 12.5, amount: null }],
  ])("%j is an amount in USDT without a quote", async (body) => {
    const { json } = await create(body);
    expect(json.intent).toMatchObject({ amount_usdt: 12.5, quote: null });
  });

  it.each([
    [{}, "invalid_amount"],
    [{ currency: "EUR" }, "invalid_amount"],
    [{ amount: "24.90", amount_usdt: 12.5, currency: "EUR" }, "invalid_amount"],
    [{ amount: "24,90", currency: "EUR" }, "invalid_amount"],
    [{ amount: "1e3", currency: "EUR" }, "invalid_amount"],
    [{ amount: "-1", currency: "EUR" }, "invalid_amount"],
    [{ amount: "NaN", currency: "EUR" }, "invalid_amount"],
    [{ amount: "1".repeat(30), currency: "EUR" }, "invalid_amount"],
    [{ amount: 24.9, currency: "EUR" }, "invalid_amount"],
    [{ amount: "0", currency: "EUR" }, "invalid_amount"],
    [{ amount: "1.5", currency: "JPY" }, "invalid_amount"],
    [{ amount: "999999999.99", currency: "EUR" }, "invalid_amount"],
    [{ amount: "24.90" }, "invalid_currency"],
    [{ amount: "24.90", currency: "eur" }, "invalid_currency"],
    [{ amount: "24.90", currency: "XXX" }, "invalid_currency"],
    [{ amount: "24.90", currency: 978 }, "invalid_currency"],
    [{ amount: "24.90", currency: "GBP" }, "currency_not_enabled"],
  ])("%j is refused: %s", async (body, code) => {
    const before = await sql()`select count(*)::int as n from payment_intents`;
    const { status, json } = await create(body);
    expect([status, json.code]).toEqual([400, code]);
    expect(json.error).toMatch(/^[^\n]{20,200}$/);
    expect(await sql()`select count(*)::int as n from payment_intents`).toEqual(before);
  });

  it("is refused for now, with the time to wait, while its rate is too old; an earlier answer is repeated all the same", async () => {
    const headers = { "idempotency-key": randomUUID() };
    const body = { amount: "10.00", currency: "EUR" };
    const first = await create(body, headers);
    await sql()`update exchange_rates set manual_at = now() - interval '8 days' where merchant_id = ${shop.merchantId} and currency = 'EUR'`;
    const refused = await create(body);
    expect([refused.status, refused.json.code, refused.headers.get("retry-after")]).toEqual([
      503,
      "rate_unavailable",
      "60",
    ]);
    expect((await create(body, headers)).text).toBe(first.text);
    expect((await create({ amount_usdt: 1 })).status).toBe(200);
    await set({ currency: "EUR", rate: "2" });
    expect((await create(body)).json.intent.amount_usdt).toBe(20);
    expect((await create(body, headers)).text).toBe(first.text);
  });

  describe("is quoted at the rate of the moment, whatever this process remembers", () => {
    const body = { amount: "10.00", currency: "CHF" };
    const asked = async () => {
      const { status, json } = await create(body);
      return [status, json.intent?.amount_usdt ?? json.code];
    };
    /** As another process would: nothing here is told. */
    const change = (what: PendingQuery<Row[]>) =>
      sql()`update exchange_rates set ${what} where merchant_id = ${shop.merchantId} and currency = 'CHF'`;

    beforeAll(() => set({ currency: "CHF", rate: "1.1" }));

    it("a new rate, another spread", async () => {
      expect(await asked()).toEqual([200, 11]);
      await change(sql()`manual_rate = '1.2'`);
      expect(await asked()).toEqual([200, 12]);
      await change(sql()`spread_bps = 100`);
      expect(await asked()).toEqual([200, 12.12]);
    });

    it("a price that was impossible at the one before", async () => {
      await change(sql()`manual_rate = '999999', spread_bps = 0`);
      expect(await asked()).toEqual([200, 9_999_990]);
      const much = { amount: "10000.00", currency: "CHF" };
      expect((await create(much)).json.code).toBe("invalid_amount");
      await change(sql()`manual_rate = '1.1'`);
      expect((await create(much)).json.intent.amount_usdt).toBe(11_000);
    });

    it("a quote that may live for less", async () => {
      expect(await asked()).toEqual([200, 11]);
      await sql()`update merchants set quote_life_seconds = 300 where id = ${shop.merchantId}`;
      const { intent } = (await create(body)).json;
      expect(Date.parse(intent.expires_at) - Date.parse(intent.quote.quoted_at)).toBe(300_000);
      await sql()`update merchants set quote_life_seconds = 3600 where id = ${shop.merchantId}`;
    });

    it("none, once it is too old or removed", async () => {
      expect(await asked()).toEqual([200, 11]);
      await change(sql()`manual_at = now() - interval '8 days'`);
      expect(await asked()).toEqual([503, "rate_unavailable"]);
      await change(sql()`manual_at = now()`);
      expect(await asked()).toEqual([200, 11]);
      await sql()`delete from exchange_rates where merchant_id = ${shop.merchantId} and currency = 'CHF'`;
      expect(await asked()).toEqual([400, "currency_not_enabled"]);
    });

    it("by each of many that ask at once while it changes", async () => {
      await set({ currency: "CHF", rate: "1.1" });
      expect(await asked()).toEqual([200, 11]);
      await change(sql()`manual_rate = '1.2'`);
      const headers = (key: string) => ({ "idempotency-key": key });
      const all = await Promise.all(Array.from({ length: 20 }, () => create(body, headers(randomUUID()))));
      expect(all.map(({ json }) => json.intent.amount_usdt)).toEqual(Array(20).fill(12));
    });
  });

  it("never changes, whatever a program tries", async () => {
    const { json } = await create({ amount: "10.00", currency: "EUR" });
    for (const change of [
      sql()`price_rate = '3'`,
      sql()`price_minor = 1`,
      sql()`price_currency = null, price_minor = null, price_rate = null, price_source = null, price_spread_bps = null`,
    ]) {
      await expect(sql()`update payment_intents set ${change} where id = ${json.intent.id}`).rejects.toThrow(
        /its price never changes/,
      );
    }
  });
});
