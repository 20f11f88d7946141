import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { createTerminal } from "@/lib/business/terminals/create";
import { chargeAsMember, MemberChargeInput } from "@/lib/payments/pos/charge-as-member";
import { offerPrices } from "@/lib/payments/prices/offer-prices";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

const asked = (terminalId: string, more: object = {}) =>
  MemberChargeInput.parse({ terminalId, amount: "12.5", reference: "order-7", chargeId: randomUUID(), ...more });
const DETAILS = { terminalId: randomUUID(), chargeId: randomUUID() };
const EUR = { source: "manual", currency: "EUR", rate: "1.0895", way: "usdt_per_unit", confirmed: true };
const intentsOf = (merchantId: string) =>
  database().sql`select id, amount_micros, reference, metadata from payment_intents where merchant_id = ${merchantId}`;
const chargesOf = async (merchantId: string) =>
  (await auditOf(merchantId)).filter((entry) => entry.action === "intent.charged");

describe("a payment from the dashboard", () => {
  it("is made once with its entry in the audit log, however often it is sent at once", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { role: "manager" });
    const charge = asked(merchant.terminalId);
    const answers = await Promise.all(Array.from({ length: 20 }, () => chargeAsMember(ctx, charge)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const [intent, ...more] = await intentsOf(merchant.merchantId);
    expect(more).toEqual([]);
    expect(intent).toMatchObject({ amount_micros: 12_500_000n, reference: "order-7" });
    expect(intent?.metadata).toEqual({ dashboard: expect.stringContaining("@example.com") });
    expect(await chargesOf(merchant.merchantId)).toMatchObject([
      {
        target_id: answers[0]?.id,
        actor_type: "user",
        address: "203.0.113.7",
        after: { terminalId: merchant.terminalId, amountMicros: "12500000" },
      },
    ]);
  });

  it("is quoted from a price in a currency, as typed, which its entry in the audit log names", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await setRate(ctx, SetRateInput.parse({ ...EUR, spreadBps: 50 }));
    const priced = { amount: "24,90", currency: "EUR" };
    const payment = await chargeAsMember(ctx, asked(merchant.terminalId, priced));
    expect(payment).toMatchObject({ amount: "27.27", price: { total: "24.90 €" } });
    const [stored] = await database().sql`
      select price_currency, price_minor, price_rate, price_source, price_spread_bps from payment_intents where id = ${payment.id}`;
    expect(stored).toEqual({
      price_currency: "EUR",
      price_minor: 2_490n,
      price_rate: "1.0895",
      price_source: "manual",
      price_spread_bps: 50,
    });
    expect(await chargesOf(merchant.merchantId)).toMatchObject([
      { after: { terminalId: merchant.terminalId, amountMicros: "27270000", price: "24.90 EUR" } },
    ]);
    await expect(chargeAsMember(ctx, asked(merchant.terminalId, { ...priced, currency: "NGN" }))).rejects.toMatchObject(
      {
        code: "currency_not_enabled",
      },
    );
    await database()
      .sql`update exchange_rates set manual_at = now() - interval '8 days' where merchant_id = ${merchant.merchantId}`;
    await expect(chargeAsMember(ctx, asked(merchant.terminalId, priced))).rejects.toMatchObject({
      code: "rate_unavailable",
    });
    expect(await chargeAsMember(ctx, asked(merchant.terminalId))).toMatchObject({ amount: "12.50" });
    expect(await intentsOf(merchant.merchantId)).toHaveLength(2);
  });

  it.each([
    ["EUR", "24,905", "Enter 24905 or an amount with up to 2 decimals, without a comma."],
    ["EUR", "24.905", "Enter an amount of EUR above 0 with up to 2 decimals, for example 24.90."],
    ["JPY", "24.5", "Enter an amount of JPY above 0 without decimals, for example 2490."],
    ["KWD", "1,234", "Enter 1234 or 1.234, without a comma."],
    ["EUR", "0", "Enter an amount of EUR above 0 with up to 2 decimals, for example 24.90."],
    ["USDT", "1,000", "Enter 1000 or 1.000, without a comma."],
    ["XXX", "1", "Choose a currency."],
  ])("of %s %s is refused at its field", (currency, amount, message) => {
    const { error } = MemberChargeInput.safeParse({ ...DETAILS, amount, currency });
    expect(error?.issues).toMatchObject([{ path: ["amount"], message }]);
  });

  it.each([
    ["EUR", "1000", 100_000n],
    ["EUR", "1,234.50", 123_450n],
    ["JPY", "2,490", 2_490n],
    ["NGN", "1 650", 165_000n],
  ])("of %s %s is %d in its smallest unit", (currency, amount, minor) => {
    expect(MemberChargeInput.parse({ ...DETAILS, amount, currency }).sale).toMatchObject({ currency, minor });
  });

  it("can be priced in the currencies with a rate, the business's own first, and each tells how old its rate is", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { role: "owner" });
    expect(await offerPrices(ctx)).toEqual([]);
    const ngn = { ...EUR, currency: "NGN", rate: "1650", way: "units_per_usdt" };
    for (const rate of [EUR, ngn, { source: "par", currency: "USD", confirmed: true }])
      await setRate(ctx, SetRateInput.parse(rate));
    await setMerchantCurrency(ctx, { currency: "NGN", since: "2026-01-01" });
    await database().sql`
      update exchange_rates set manual_at = now() - make_interval(days => case currency when 'EUR' then 9 else 2 end)
       where merchant_id = ${merchant.merchantId} and currency <> 'USD'`;
    const [first, second, third, ...others] = await offerPrices(ctx);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ currency: "NGN", isOwn: true, rate: { source: "manual", spreadBps: 0 } });
    expect(Math.abs((first?.rate?.ageSeconds ?? 0) - 2 * 86_400)).toBeLessThan(60);
    expect(second).toEqual({ currency: "EUR", isOwn: false, rate: null });
    expect(third).toMatchObject({ currency: "USD", rate: { rate: "1", source: "par", ageSeconds: null } });
  });

  it("keeps to the limit of its terminal, and leaves no entry when it is refused", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    await expect(chargeAsMember(ctx, asked(merchant.terminalId, { amount: "10000.000001" }))).rejects.toMatchObject({
      code: "invalid_amount",
      extra: { field: "amount" },
    });
    const live = { ...ctx, environment: "live" as const };
    await expect(chargeAsMember(live, asked(merchant.terminalId))).rejects.toMatchObject({
      code: "invalid_request",
      message: expect.stringContaining("Live payments are off"),
    });
    expect(await intentsOf(merchant.merchantId)).toEqual([]);
    expect(await chargesOf(merchant.merchantId)).toEqual([]);
  });

  it("is for terminals of this business that take payments and that the member serves", async () => {
    const merchant = await createMerchantFixture();
    const other = await createMerchantFixture();
    const owner = await memberContext(merchant);
    const second = await createTerminal(merchant.ctx, { name: "Second" });
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [second.id] });
    expect(await chargeAsMember(cashier, asked(second.id))).toMatchObject({ amount: "12.50" });
    await database().sql`
      insert into memberships (merchant_id, user_id, role) values (${other.merchantId}, ${owner.actor.userId}, 'owner')`;
    await database().sql`update terminals set archived_at = now() where id = ${second.id}`;
    const viewer = await memberContext(merchant, { role: "viewer" });
    const admit = () => expect.unreachable("counted against the limit of a terminal that isn't the member's");
    for (const [ctx, terminalId] of [
      [cashier, merchant.terminalId],
      [viewer, merchant.terminalId],
      // also the owner's, but of another business than the page's
      [owner, other.terminalId],
      [owner, second.id],
      [owner, randomUUID()],
    ] as const) {
      await expect(chargeAsMember(ctx, asked(terminalId), admit)).rejects.toMatchObject({
        code: "not_found",
        message: "No such terminal.",
      });
    }
    expect(await intentsOf(other.merchantId)).toEqual([]);
  });

  it("counts against one limit of its terminal, however the ID is written, and isn't made when that is used up", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant);
    const counted: string[] = [];
    const count = (pos: { terminalId: string }) => void counted.push(pos.terminalId);
    await chargeAsMember(ctx, asked(merchant.terminalId.toUpperCase()), count);
    expect(counted).toEqual([merchant.terminalId]);
    const usedUp = () => {
      throw new DomainError("rate_limited", "Too many requests.");
    };
    await expect(chargeAsMember(ctx, asked(merchant.terminalId), usedUp)).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await intentsOf(merchant.merchantId)).toHaveLength(1);
  });
});
