import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { findMerchantCurrency, getCurrencySetting, setMerchantCurrency } from "@/lib/business/merchants/currency";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { auditOf, memberContext } from "@/tests/support/member-context";

const changes = async (merchantId: string) =>
  (await auditOf(merchantId)).filter(({ action }) => action === "merchant.currency_changed");
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function shop() {
  const { merchantId } = await createMerchantFixture();
  const ctx = await memberContext({ merchantId });
  const set = (currency: string | null, since = day(0)) => setMerchantCurrency(ctx, { currency, since });
  const find = (onDay?: string) => findMerchantCurrency(database(), merchantId, onDay);
  return { ctx, merchantId, set, find };
}

describe("the currency of a business", () => {
  it("is none at first, may begin in the past, and is another one from a day on", async () => {
    const { ctx, merchantId, set, find } = await shop();
    expect(await find()).toBeNull();
    await set("EUR", "2026-01-01");
    await set("JPY", day(3));
    expect([
      await find("2025-12-31"),
      await find("2026-01-01"),
      await find(),
      await find(day(2)),
      await find(day(3)),
    ]).toEqual([null, "EUR", "EUR", "EUR", "JPY"]);
    expect(await getCurrencySetting(ctx)).toEqual({
      today: day(0),
      current: { currency: "EUR", since: "2026-01-01" },
      coming: [{ currency: "JPY", since: day(3) }],
    });
    expect(await changes(merchantId)).toMatchObject([
      { before: { currency: null }, after: { currency: "EUR", since: "2026-01-01" } },
      { before: { currency: "EUR" }, after: { currency: "JPY", since: day(3) } },
    ]);
  });

  it("changes from today at the earliest, and the last change of a day counts", async () => {
    const { set, find } = await shop();
    await set("EUR", day(-10));
    await expect(set("JPY", day(-1))).rejects.toMatchObject({ code: "invalid_request", extra: { field: "since" } });
    await set("JPY");
    await set("USD");
    await set(null);
    await set("NGN");
    expect([await find(), await find(day(-1))]).toEqual(["NGN", "EUR"]);
    await expect(set("EUR", day(400))).rejects.toMatchObject({ code: "invalid_request", extra: { field: "since" } });
  });

  it("records nothing when the day has that currency already", async () => {
    const { merchantId, set } = await shop();
    await set(null);
    await set("EUR");
    await set("EUR", day(5));
    await set("EUR");
    expect(await changes(merchantId)).toHaveLength(1);
  });

  it("is one of two that are set for a day at once", async () => {
    const { merchantId, set, find } = await shop();
    await Promise.all([set("EUR"), set("JPY")]);
    const now = await find();
    const other = now === "EUR" ? "JPY" : "EUR";
    const recorded = (await changes(merchantId)).map(({ before, after }) => ({ before, after }));
    expect(recorded).toHaveLength(2);
    expect(recorded).toContainEqual({ before: { currency: null }, after: { currency: other, since: day(0) } });
    expect(recorded).toContainEqual({ before: { currency: other }, after: { currency: now, since: day(0) } });
  });
});
