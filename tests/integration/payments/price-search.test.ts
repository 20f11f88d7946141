import { expect, it } from "vitest";
import { database, type Sql } from "@/lib/base/db/client";
import { PaymentFilter } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { listPricedCurrencies } from "@/lib/payments/prices/list-currencies";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { rowsReadBy } from "@/tests/support/plans";

const MANY = 10_000;

it("a price is looked up in its index, and no other payment is read for it", async () => {
  const merchant = await createMerchantFixture();
  const made = await makePayments(
    merchant,
    Array.from({ length: MANY }, (_, n) => ({
      amountMicros: BigInt(1_000_000 + n),
      price: { currency: n % 2 === 0 ? "EUR" : "NGN", minor: BigInt(100 + Math.floor(n / 4)) },
    })),
  );
  await database().sql`analyze payment_intents`;
  const ctx = await memberContext(merchant);
  for (const [q, currencies] of [
    ["12.34", ["EUR", "NGN"]],
    ["12,34 €", ["EUR"]],
  ] as const) {
    const wanted = made.filter(
      ({ price }) => price?.minor === 1_234n && currencies.some((one) => one === price.currency),
    );
    let found: string[] = [];
    const read = await rowsReadBy("payment_intents", async (tx) => {
      const within = { ...ctx, db: { ...ctx.db, sql: tx as unknown as Sql } };
      const page = await listPayments(within, { filter: PaymentFilter.parse({ q }), cursor: null, withTotals: true });
      found = page.payments.map(({ id }) => id);
    });
    expect(found.toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
    expect(wanted.length).toBeGreaterThan(1);
    expect(read).toBeLessThan(100);
  }
});

it("the currencies to filter by are those with a rate and those that had one, of this business alone", async () => {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant);
  const record = (merchantId: string, currency: string, hour: number) => database().sql`
    insert into exchange_rate_history (merchant_id, currency, since, rate, source)
    values (${merchantId}, ${currency}, now() - make_interval(hours => ${hour}), '1.0895', 'manual')`;
  expect(await listPricedCurrencies(ctx)).toEqual([]);
  for (let hour = 0; hour < 5; hour++) {
    await record(merchant.merchantId, "NGN", hour);
    await record(merchant.merchantId, "EUR", hour);
  }
  await record((await createMerchantFixture()).merchantId, "GBP", 0);
  await database().sql`
    insert into exchange_rates (merchant_id, currency, source, updated_by)
    values (${merchant.merchantId}, 'USD', 'par', ${ctx.actor.userId})`;
  expect(await listPricedCurrencies(ctx)).toEqual(["EUR", "NGN", "USD"]);
});
