import { expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import type { Quote } from "@/lib/payments/prices/quote";
import { getRefundRate } from "@/lib/payments/prices/refund-rate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

const quoteIn = (currency: string): Quote => ({
  currency,
  minor: 2_490n,
  rate: "1.2",
  source: "manual",
  spreadBps: 50,
});

it("a refund can start from the currency of the payment's price, else the business's own, at the rate of now", async () => {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant, { role: "owner" });
  expect(await getRefundRate(ctx, null)).toBeNull();
  expect(await getRefundRate(ctx, quoteIn("EUR"))).toBeNull();
  const set = (currency: string, rate: string) =>
    setRate(
      ctx,
      SetRateInput.parse({ source: "manual", currency, rate, way: "usdt_per_unit", spreadBps: 200, confirmed: true }),
    );
  await set("EUR", "1.0895");
  await set("JPY", "0.0067");
  expect(await getRefundRate(ctx, null)).toBeNull();
  await setMerchantCurrency(ctx, { currency: "JPY", since: "2026-01-01" });
  expect(await getRefundRate(ctx, null)).toEqual({ currency: "JPY", rate: "0.0067" });
  expect(await getRefundRate(ctx, quoteIn("EUR"))).toEqual({ currency: "EUR", rate: "1.0895" });
  expect(await getRefundRate(ctx, quoteIn("NGN"))).toBeNull();
  await database().sql`
    update exchange_rates set manual_at = now() - interval '8 days' where merchant_id = ${merchant.merchantId}`;
  expect(await getRefundRate(ctx, quoteIn("EUR"))).toBeNull();
});
