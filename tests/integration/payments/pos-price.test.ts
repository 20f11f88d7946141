import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { publicContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { requireRoomUnderCap } from "@/lib/payments/intents/daily-cap";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { ChargeInput, chargeAtTerminal } from "@/lib/payments/pos/charge";
import type { PosContext } from "@/lib/payments/pos/context";
import { getPosPayment } from "@/lib/payments/pos/get-payment";
import { getKeypadPrice } from "@/lib/payments/pos/get-price";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { shiftSummary } from "@/lib/payments/pos/shift-summary";
import { removeRate } from "@/lib/payments/prices/remove-rate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";

type Rate = { currency: string; rate?: string; way?: "usdt_per_unit" | "units_per_usdt"; spreadBps?: number };

async function openShop(...rates: Rate[]) {
  const merchant = await createMerchantFixture();
  const owner = await memberContext(merchant);
  const user = { ...owner, merchantId: null, sessionId: "none" };
  const pos = await openPosForMember(user, merchant.terminalId, "sandbox");
  if (!pos) throw new Error("the keypad is closed");
  const set = (rate: Rate) =>
    setRate(
      owner,
      SetRateInput.parse({ source: "manual", way: "usdt_per_unit", rate: "1.0895", confirmed: true, ...rate }),
    );
  for (const rate of rates) await set(rate);
  const age = () =>
    database()
      .sql`update exchange_rates set manual_at = now() - interval '8 days' where merchant_id = ${merchant.merchantId}`;
  return { pos, owner, set, age };
}

const priced = (
  currency: string,
  amount: string,
  more: { tip?: string; chargeId?: string; reference?: string } = {},
) => {
  const { tip, ...others } = more;
  return ChargeInput.parse({ chargeId: randomUUID(), ...others, price: { currency, amount, ...(tip && { tip }) } });
};

const stored = ({ merchantId }: PosContext) => database().sql`
  select amount_micros, price_currency, price_minor, price_rate, price_source, price_spread_bps, metadata,
         extract(epoch from expires_at - created_at)::int as life
    from payment_intents where merchant_id = ${merchantId} order by created_at`;

describe("a charge in the currency of the business", () => {
  it("is quoted once as a whole, and its tip is told in both", async () => {
    const { pos } = await openShop({ currency: "EUR" });
    const payment = await chargeAtTerminal(pos, priced("EUR", "24.90", { tip: "2.49", reference: "Table 4" }));
    expect(payment).toMatchObject({
      amount: "29.85",
      tip: "2.71",
      reference: "Table 4",
      again: { amount: "27.14", tip: "2.71", reference: "Table 4" },
      price: { total: "27.39 €", tip: "2.49 €", again: { currency: "EUR", amount: "24.90", tip: "2.49" } },
    });
    expect(await stored(pos)).toMatchObject([
      {
        amount_micros: 29_850_000n,
        price_currency: "EUR",
        price_minor: 2_739n,
        price_rate: "1.0895",
        price_source: "manual",
        price_spread_bps: 0,
        metadata: { tip_usdt: "2.71", tip_price: "2.49" },
      },
    ]);
  });

  it.each([
    [{ currency: "JPY", rate: "0.0067", spreadBps: 50 }, "1000", "100", "7.41", "0.67335", "1,100 JPY", "100 JPY"],
    [{ currency: "NGN", rate: "1650", way: "units_per_usdt" }, "41250.00", "0", "25.00", null, "41,250.00 NGN", null],
    [{ currency: "KWD", rate: "3.2512" }, "1.25", "0.125", "4.48", "0.4064", "1.375 KWD", "0.125 KWD"],
  ] as const)("%j: %s and a tip of %s cost %s USDT", async (rate, amount, tip, total, tipUsdt, price, tipPrice) => {
    const { pos } = await openShop(rate);
    const payment = await chargeAtTerminal(pos, priced(rate.currency, amount, { tip }));
    expect(payment).toMatchObject({ amount: total, tip: tipUsdt, price: { total: price, tip: tipPrice } });
  });

  it("sent again is the same payment at its first quote, however the rate has moved or ended", async () => {
    const { pos, set, age } = await openShop({ currency: "EUR" });
    const charge = priced("EUR", "24.90");
    const first = await chargeAtTerminal(pos, charge);
    await set({ currency: "EUR", rate: "2" });
    expect(await chargeAtTerminal(pos, charge)).toMatchObject({ id: first.id, amount: "27.13" });
    await age();
    expect(await chargeAtTerminal(pos, charge)).toMatchObject({ id: first.id, amount: "27.13" });
    await simulatePayment(publicContext(database()), { id: first.id, outcome: "paid" });
    expect(await getPosPayment(pos, { id: first.id })).toMatchObject({ status: "paid", price: { total: "24.90 €" } });
    expect(await stored(pos)).toHaveLength(1);
  });

  it("sent twenty times at once while the rate changes is one payment", async () => {
    const { pos, set } = await openShop({ currency: "EUR" });
    const charge = priced("EUR", "24.90");
    const sent = Array.from({ length: 20 }, () => chargeAtTerminal(pos, charge));
    await set({ currency: "EUR", rate: "2" });
    const answers = await Promise.all(sent);
    expect(new Set(answers.map(({ id, amount }) => `${id} ${amount}`)).size).toBe(1);
    expect(await stored(pos)).toHaveLength(1);
  });

  it("isn't the same charge as one of these digits in USDT or in another currency", async () => {
    const { pos } = await openShop({ currency: "EUR" }, { currency: "GBP", rate: "1.27" });
    const chargeId = randomUUID();
    await chargeAtTerminal(pos, priced("EUR", "24.90", { chargeId }));
    for (const other of [
      ChargeInput.parse({ chargeId, amount: "24.90" }),
      ChargeInput.parse({ chargeId, amount: "0.00249" }),
      priced("GBP", "24.90", { chargeId }),
      priced("EUR", "24.90", { chargeId, tip: "0.01" }),
    ])
      await expect(chargeAtTerminal(pos, other)).rejects.toMatchObject({ code: "idempotency_conflict" });
  });

  it("lives no longer than its quote", async () => {
    const { pos } = await openShop({ currency: "EUR" });
    await chargeAtTerminal({ ...pos, intentLifeSeconds: 86_400 }, priced("EUR", "24.90"));
    await chargeAtTerminal({ ...pos, intentLifeSeconds: 600 }, priced("EUR", "24.90"));
    await database().sql`update merchants set quote_life_seconds = 900 where id = ${pos.merchantId}`;
    await chargeAtTerminal(pos, priced("EUR", "24.90"));
    await chargeAtTerminal(pos, ChargeInput.parse({ amount: "1", chargeId: randomUUID() }));
    expect((await stored(pos)).map(({ life }) => life)).toEqual([3_600, 600, 900, 1_800]);
  });

  it("is held to the terminal's limit of USDT, which the refusal names in both", async () => {
    const { pos } = await openShop({ currency: "EUR" });
    const limited = { ...pos, chargeLimitMicros: 500_000_000n };
    await expect(chargeAtTerminal(limited, priced("EUR", "450", { tip: "8.93" }))).rejects.toMatchObject({
      code: "invalid_amount",
      message: expect.stringContaining("at most 458.92 € (500.00 USDT), including the tip"),
    });
    expect(await stored(pos)).toEqual([]);
    expect(await chargeAtTerminal(limited, priced("EUR", "450", { tip: "8.92" }))).toMatchObject({ amount: "500.00" });
  });

  it("is held to the daily cap, which the keypad's refusal names in both and the API's in USDT", async () => {
    const { pos } = await openShop();
    const { merchantId } = pos;
    await database().sql`update merchants set daily_live_cap_micros = 109000000 where id = ${merchantId}`;
    const quote = { currency: "EUR", minor: 1n, rate: "1.09", source: "manual", spreadBps: 0 } as const;
    const ask = (priced: typeof quote | null) =>
      database().sql.begin((tx) =>
        requireRoomUnderCap(tx, { merchantId, amountMicros: 109_000_001n, quote: priced, at: new Date() }),
      );
    const message = "This business accepts up to 109.00 USDT in live payments per UTC day. 109.00 USDT is left today.";
    const onScreen =
      "This business accepts up to 100.00 € (109.00 USDT) in live payments per UTC day. 100.00 € (109.00 USDT) is left today.";
    await expect(ask(quote)).rejects.toMatchObject({ code: "daily_cap_exceeded", message, extra: { onScreen } });
    await expect(ask(null)).rejects.toMatchObject({ message, extra: {} });
  });

  it("without a current rate is refused with the reason, never taken as USDT, and USDT goes on", async () => {
    const { pos, age, owner } = await openShop({ currency: "EUR" });
    await age();
    await expect(chargeAtTerminal(pos, priced("EUR", "24.90"))).rejects.toMatchObject({
      code: "rate_unavailable",
      message: expect.stringContaining("no current rate for EUR"),
    });
    await removeRate(owner, { currency: "EUR" });
    await expect(chargeAtTerminal(pos, priced("EUR", "24.90"))).rejects.toMatchObject({ code: "currency_not_enabled" });
    expect(await stored(pos)).toEqual([]);
    const usdt = await chargeAtTerminal(pos, ChargeInput.parse({ amount: "12.5", chargeId: randomUUID() }));
    expect(usdt).toMatchObject({ amount: "12.50" });
    expect(usdt).not.toHaveProperty("price");
  });

  it("of a wrong price, or of a price beside an amount, is refused before anything is made", async () => {
    const price = { currency: "EUR", amount: "24.90" };
    const wrong = [
      ...["", "0", "0.00", "24.905", "-1", "1e3", "24,90", " 1", 24.9, null].map((amount) => ({
        price: { ...price, amount },
      })),
      ...["XXX", "eur", "USDT", "", null].map((currency) => ({ price: { ...price, currency } })),
      ...["-1", "x", "0.001", "1e1"].map((tip) => ({ price: { ...price, tip } })),
      { price, amount: "24.90" },
      { price: null },
      {},
    ];
    for (const part of wrong) {
      const parsed = ChargeInput.safeParse({ chargeId: randomUUID(), ...part });
      expect(parsed.success, JSON.stringify(part)).toBe(false);
    }
  });
});

describe("a keypad", () => {
  const today = "2026-01-01";

  it("types in the currency of its business as long as that has a rate, else in USDT", async () => {
    const { pos, owner, set, age } = await openShop();
    expect(await getKeypadPrice(pos)).toBeNull();
    await setMerchantCurrency(owner, { currency: "EUR", since: today });
    expect(await getKeypadPrice(pos)).toBeNull();
    await set({ currency: "EUR", spreadBps: 50 });
    expect(await getKeypadPrice(pos)).toEqual({ currency: "EUR", rate: { rate: "1.0895", spreadBps: 50 } });
    await age();
    expect(await getKeypadPrice(pos)).toEqual({ currency: "EUR", rate: null });
    await removeRate(owner, { currency: "EUR" });
    expect(await getKeypadPrice(pos)).toBeNull();
    const other = await openShop({ currency: "EUR" });
    expect(await getKeypadPrice(other.pos)).toBeNull();
  });

  it("lists prices, and counts takings in USDT", async () => {
    const { pos } = await openShop({ currency: "EUR" });
    const { id } = await chargeAtTerminal(pos, priced("EUR", "24.90", { tip: "2.49" }));
    await simulatePayment(publicContext(database()), { id, outcome: "paid" });
    const { today: day, last } = await shiftSummary(pos);
    expect(day).toMatchObject({ total: "29.85", count: 1 });
    expect(last).toMatchObject([{ id, amount: "29.85", price: { total: "27.39 €", tip: "2.49 €" } }]);
  });
});
