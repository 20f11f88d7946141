import { beforeEach, describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { PrepareRefundInput, prepareRefund } from "@/lib/payments/attention/prepare-refund";
import { simulateRefund } from "@/lib/payments/attention/simulate-refund";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { call } from "@/tests/support/api";
import { bookAll, brief, linesOf } from "@/tests/support/books";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { randomAddresses } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";

let shop: MerchantFixture;
let ctx: MemberContext;
const sql = () => database().sql;

async function setUp({ currency = "EUR" as string | null, rate = "1.0895", way = "usdt_per_unit" } = {}) {
  shop = await createMerchantFixture();
  ctx = await memberContext(shop);
  const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
  if (currency) await setMerchantCurrency(ctx, { currency, since: today });
  const byHand = { source: "manual", currency: currency ?? "EUR", rate, way, confirmed: true };
  await setRate(ctx, SetRateInput.parse(byHand));
}
beforeEach(() => setUp());

async function create(body: object): Promise<{ id: string; micros: bigint }> {
  const { status, json } = await call("create-payment-intent", body, { key: shop.keys.sandbox });
  expect(status).toBe(200);
  return { id: json.intent.id, micros: BigInt(Math.round(json.intent.amount_usdt * 1e6)) };
}
const simulate = (id: string, outcome: "paid" | "underpaid" | "overpaid" | "late" | "expired") =>
  simulatePayment(ctx, { id, outcome });

async function booked(): Promise<string[]> {
  await bookAll();
  return (await linesOf(shop.merchantId)).map(brief);
}

describe("a payment in the books", () => {
  it("with a price in the business's currency is a sale at that price", async () => {
    const { id } = await create({ amount: "24.90", currency: "EUR" });
    expect(await booked()).toEqual([]);
    await simulate(id, "paid");
    expect(await booked()).toEqual(["sale 27.13 24.9"]);
    const [line] = await linesOf(shop.merchantId);
    const [intent] = await sql()`select paid_at, transfer_id from payment_intents where id = ${id}`;
    expect(line).toMatchObject({ number: 1, currency: "EUR", rate: "1.0895", rateSource: "quote", intentId: id });
    expect([line?.at, line?.sourceId]).toEqual([intent?.paid_at, intent?.transfer_id]);
  });

  it("in two parts is partial first; when it is paid, the part is moved, and both are the price", async () => {
    const { id } = await create({ amount: "24.90", currency: "EUR" });
    await simulate(id, "underpaid");
    expect(await booked()).toEqual(["partial 13.565 12.45"]);
    await simulate(id, "overpaid");
    expect(await booked()).toEqual([
      "partial 13.565 12.45",
      "partial -13.565 -12.45 reverses 1",
      "sale 13.565 12.45",
      "sale 13.565 12.45",
      "overpaid 1 0.92",
    ]);
  });

  it("has the same lines when all of it is booked at once", async () => {
    const { id } = await create({ amount: "24.90", currency: "EUR" });
    await simulate(id, "underpaid");
    await simulate(id, "overpaid");
    expect(await booked()).toEqual([
      "partial 13.565 12.45",
      "partial -13.565 -12.45 reverses 1",
      "sale 13.565 12.45",
      "sale 13.565 12.45",
      "overpaid 1 0.92",
    ]);
    const lines = await linesOf(shop.merchantId);
    const [intent] = await sql()`select paid_at from payment_intents where id = ${id}`;
    expect(lines.slice(1).map(({ at }) => at)).toEqual([1, 2, 3, 4].map(() => intent?.paid_at));
  });

  it("that came late stays late", async () => {
    const { id } = await create({ amount_usdt: 10.895 });
    await simulate(id, "late");
    expect(await booked()).toEqual(["late 10.895 10"]);
  });

  it("whose excess is refunded gives back what the excess was booked at", async () => {
    const { id } = await create({ amount: "24.90", currency: "EUR" });
    await simulate(id, "overpaid");
    const [item] = await sql()`select id from attention_items where intent_id = ${id}`;
    const [to = ""] = randomAddresses(1);
    await simulateRefund(
      ctx,
      await prepareRefund(ctx, PrepareRefundInput.parse({ itemId: item?.id, to, amount: "1" })),
    );
    expect(await booked()).toEqual(["sale 27.13 24.9", "overpaid 1 0.92", "refund -1 -0.92 of -0.92"]);
    const [, , line] = await linesOf(shop.merchantId);
    const [refund] = await sql()`select id, final_at, simulated_tx_hash from refunds where intent_id = ${id}`;
    expect(line).toMatchObject({
      refundId: refund?.id,
      at: refund?.final_at,
      txHash: refund?.simulated_tx_hash,
      intentId: id,
    });
  });

  it("with a price in another currency is worth its USDT at the rate in force; without any currency, nothing is said", async () => {
    await setRate(ctx, SetRateInput.parse({ source: "par", currency: "USD", confirmed: true }));
    const { id } = await create({ amount: "21.79", currency: "USD" });
    await simulate(id, "paid");
    expect(await booked()).toEqual(["sale 21.79 20"]);
    await setUp({ currency: null });
    const another = await create({ amount: "24.90", currency: "EUR" });
    await simulate(another.id, "paid");
    expect(await booked()).toEqual(["sale 27.13"]);
    expect((await linesOf(shop.merchantId))[0]).toMatchObject({ currency: null, rate: null });
  });

  it.each([
    ["JPY", "0.0067", "usdt_per_unit", "2490", 2490n],
    ["NGN", "1650", "units_per_usdt", "41250.00", 4_125_000n],
    ["KWD", "3.25", "usdt_per_unit", "1.005", 1005n],
  ])("in parts of %s are its price to the minor unit", async (currency, rate, way, amount, minor) => {
    await setUp({ currency, rate, way });
    const { id } = await create({ amount, currency });
    for (const outcome of ["underpaid", "underpaid", "underpaid", "paid"] as const) await simulate(id, outcome);
    await bookAll();
    const sales = (await linesOf(shop.merchantId)).filter(({ kind }) => kind === "sale");
    expect(sales).toHaveLength(4);
    expect(sales.reduce((sum, line) => sum + (line.value ?? 0n), 0n)).toBe(minor);
    expect(sales.every((line) => (line.value ?? -1n) >= 0n && line.currency === currency)).toBe(true);
  });

  it("is booked once, however often and by however many engines", async () => {
    const made = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => create({ amount: "10", currency: "EUR" })));
    await Promise.all(made.map(({ id }) => simulate(id, "paid")));
    await sql()`
      insert into book_queue (merchant_id, environment, source, source_id)
      select ${shop.merchantId}, 'sandbox', 'intent', id from payment_intents, generate_series(1, 3)
       where merchant_id = ${shop.merchantId}`;
    await Promise.all([1, 2, 3, 4].map(bookAll));
    const lines = await linesOf(shop.merchantId);
    expect(lines.map(({ kind, number }) => [kind, number])).toEqual(made.map((_, index) => ["sale", index + 1]));
  });
});

it("nothing of the books is changed or deleted", async () => {
  const { id } = await create({ amount: "24.90", currency: "EUR" });
  await simulate(id, "paid");
  await bookAll();
  for (const statement of [
    sql()`update book_lines set micros = 1 where merchant_id = ${shop.merchantId}`,
    sql()`delete from book_lines where merchant_id = ${shop.merchantId}`,
    sql()`truncate book_lines`,
  ]) {
    await expect(statement).rejects.toMatchObject({ code: "23514" });
  }
});
