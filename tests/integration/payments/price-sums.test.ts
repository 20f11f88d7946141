import { describe, expect, it } from "vitest";
import { byDay, byTerminal, total } from "@/components/reports/report-sums";
import { database } from "@/lib/base/db/client";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { createTerminal } from "@/lib/business/terminals/create";
import { sumPrices } from "@/lib/payments/reports/sum-periods";
import { type PriceSum, takings, takingsInPieces } from "@/lib/payments/reports/takings";
import { exportTakings } from "@/lib/payments/reports/takings-export";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments, type PaymentDraft } from "@/tests/support/payments";
import { rowsReadBy } from "@/tests/support/plans";
import { fc } from "@/tests/support/property";
import { linesOf } from "@/tests/support/read-exports";

const ZONES = ["UTC", "Europe/Lisbon", "Asia/Kathmandu", "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia"];
const CURRENCIES = ["EUR", "JPY", "KWD", null];
/** The largest price: so many of them are more than a bigint of PostgreSQL holds. */
const [MAX_MINOR, MANY] = [999_999_999_999_999n, 9_300];

const eur = (minor: bigint) => ({ currency: "EUR", minor });
const at = (moment: string, draft: PaymentDraft): PaymentDraft => ({ createdAt: moment, endedAt: moment, ...draft });

/** The stored sums of the merchant's terminals, beside what they should be. */
async function sumsOf({ merchantId }: MerchantFixture) {
  const { sql } = database();
  const kept = await sql`
    select s.terminal_id, s.environment, s.span, s.starts_at, s.currency, s.price_minor::text as minor, s.total_micros,
           s.sales_count
      from price_sums s join terminals t on t.id = s.terminal_id
     where t.merchant_id = ${merchantId} order by 1, 2, 3, 4, 5`;
  const due = await sql`
    select terminal_id, environment, span, date_trunc(span, paid_at, 'UTC') as starts_at, price_currency as currency,
           sum(price_minor)::text as minor, sum(amount_micros)::bigint as total_micros, count(*) as sales_count
      from payment_intents cross join (values ('hour'), ('day')) spans (span)
     where merchant_id = ${merchantId} and status = 'paid' and price_currency is not null
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`;
  return { kept: [...kept], due: [...due] };
}

describe("what payments were priced at", () => {
  it("is added up to the minor unit for each business day, in any zone with any cut-off, and by month", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...ZONES),
        fc.integer({ min: 0, max: 1_439 }),
        // a week around the spring and the autumn change of the clocks
        fc.constantFrom("2026-03-26", "2026-10-23", "2026-04-03"),
        fc.array(
          fc.record({
            micros: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
            minor: fc.bigInt({ min: 1n, max: MAX_MINOR }),
            currency: fc.constantFrom(...CURRENCIES),
            status: fc.constantFrom("paid" as const, "paid" as const, "expired" as const),
            offsetMs: fc.integer({ min: -86_400_000, max: 8 * 86_400_000 }),
          }),
          { minLength: 1, maxLength: 60 },
        ),
        async (zone, cutOff, from, sales) => {
          const merchant = await createMerchantFixture();
          await database().sql`
            update terminals set time_zone = ${zone}, business_day_start_minutes = ${cutOff} where id = ${merchant.terminalId}`;
          const drafts = sales.map(({ micros, minor, currency, status, offsetMs }) =>
            at(new Date(Date.parse(from) + offsetMs).toISOString(), {
              status,
              amountMicros: micros,
              price: currency ? { currency, minor } : null,
            }),
          );
          const made = await makePayments(merchant, drafts);
          const { kept, due } = await sumsOf(merchant);
          expect(kept).toEqual(due);
          const ctx = await memberContext(merchant);
          const to = new Date(Date.parse(from) + 6 * 86_400_000).toISOString().slice(0, 10);
          const rows = await takings(ctx, { from, to });
          const months = [];
          for await (const piece of takingsInPieces(ctx, { from, to }, { step: "month" })) months.push(...piece);
          for (const row of [...rows, ...months]) {
            const sums = new Map<string, PriceSum>();
            for (const { status, price, amountMicros, endedAt } of made) {
              const moment = new Date(endedAt ?? 0);
              if (status !== "paid" || !price || moment < row.starts || moment >= row.ends) continue;
              const sum = sums.get(price.currency) ?? { currency: price.currency, minor: 0n, micros: 0n, sales: 0n };
              sum.minor += price.minor;
              sum.micros += amountMicros;
              sum.sales += 1n;
              sums.set(price.currency, sum);
            }
            expect(row.prices).toEqual([...sums.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1)));
          }
          expect(total(byTerminal(rows)).prices).toEqual(total(byDay(months)).prices);
        },
      ),
      { numRuns: 12 },
    );
  });

  it("is exact where thousands of the largest prices are more than a bigint holds", async () => {
    const merchant = await createMerchantFixture();
    const price = { currency: "KWD", minor: MAX_MINOR };
    const draft = at("2026-03-01T12:10:00Z", { amountMicros: 1n, price });
    await makePayments(
      merchant,
      Array.from({ length: MANY }, () => draft),
    );
    const day = { from: "2026-03-01", to: "2026-03-01" };
    const ctx = await memberContext(merchant);
    const sum = { currency: "KWD", minor: MAX_MINOR * BigInt(MANY), micros: BigInt(MANY), sales: BigInt(MANY) };
    const prices = async () => (await takings(ctx, day)).map((row) => row.prices);
    expect(await prices()).toEqual([[sum]]);
    // the day starts within the hour, whose payments are added up one by one
    await database().sql`
      update terminals set time_zone = 'UTC', business_day_start_minutes = 725 where id = ${merchant.terminalId}`;
    expect(await prices()).toEqual([[sum]]);
  });

  it("stays exact when many payments of the same hours are paid at once, in any order", async () => {
    const merchant = await createMerchantFixture();
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const drafts = (index: number): PaymentDraft[] =>
      [merchant.terminalId, bar.id].flatMap((terminalId) =>
        ["EUR", "JPY"].map((currency) =>
          at("2026-03-01T12:10:00Z", { terminalId, amountMicros: 5n, price: { currency, minor: BigInt(index + 1) } }),
        ),
      );
    const one = (index: number) => makePayments(merchant, index % 2 === 0 ? drafts(index) : drafts(index).toReversed());
    await Promise.all(Array.from({ length: 20 }, (_, index) => one(index)));
    const { kept, due } = await sumsOf(merchant);
    expect(kept).toHaveLength(8);
    expect(kept).toEqual(due);
    expect(kept[0]).toMatchObject({ minor: "210", total_micros: 100n, sales_count: 20n });
  });

  it("of other businesses, environments and terminals isn't there", async () => {
    const [merchant, other] = [await createMerchantFixture(), await createMerchantFixture()];
    const bar = await createTerminal(merchant.ctx, { name: "Bar" });
    const price = eur(500n);
    // in hours that are stored, and in a part of one, which is read payment by payment
    await database().sql`
      update terminals set time_zone = 'UTC', business_day_start_minutes = 15
       where merchant_id in (${merchant.merchantId}, ${other.merchantId})`;
    for (const moment of ["2026-03-01T00:20:00Z", "2026-03-01T12:00:00Z"]) {
      await makePayments(other, [at(moment, { price })]);
      await makePayments(merchant, [at(moment, { price, environment: "live" })]);
      await makePayments(merchant, [at(moment, { price, terminalId: bar.id })]);
    }
    const day = { from: "2026-03-01", to: "2026-03-01" };
    const ctx = await memberContext(merchant);
    const minors = (await takings(ctx, day)).map(({ terminalName, prices }) => [terminalName, prices[0]?.minor]);
    expect(minors).toEqual([
      ["Bar", 1_000n],
      ["Front desk", undefined],
    ]);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [merchant.terminalId] });
    expect((await takings(cashier, day)).map(({ prices }) => prices)).toEqual([[]]);
  });

  it("reads no payments of a part of an hour that has no priced ones", async () => {
    const merchant = await createMerchantFixture();
    await makePayments(merchant, [
      ...Array.from({ length: 200 }, () => at("2026-03-01T00:40:00Z", {})),
      at("2026-03-02T00:10:00Z", { price: eur(500n) }),
    ]);
    const { sql } = database();
    const read = async () => {
      await sql`analyze payment_intents, price_sums`;
      return rowsReadBy(
        "payment_intents",
        (tx) => tx`
          with periods as (
            select 0 as key, ${merchant.terminalId}::uuid as terminal_id, '2026-03-01T00:30:00Z'::timestamptz as starts,
                   '2026-03-01T23:30:00Z'::timestamptz as ends)
          select * from (${sumPrices(sql, "sandbox")}) parts`,
      );
    };
    expect(await read()).toBe(0);
    await makePayments(merchant, [at("2026-03-01T00:10:00Z", { price: eur(500n) })]);
    expect(await read()).toBeGreaterThanOrEqual(200);
  });
});

describe("the file of takings", () => {
  it("has what payments were priced at in the business's currency of the day, after all other columns", async () => {
    const merchant = await createMerchantFixture();
    const ctx = await memberContext(merchant, { role: "owner" });
    await setMerchantCurrency(ctx, { currency: "EUR", since: "2026-03-02" });
    const price = (currency: string, minor: bigint) => ({ currency, minor });
    await makePayments(merchant, [
      at("2026-03-01T12:00:00Z", { price: price("EUR", 100n) }),
      at("2026-03-02T12:00:00Z", { price: price("EUR", 2_490n) }),
      at("2026-03-02T13:00:00Z", { price: price("EUR", 1n) }),
      at("2026-03-02T13:00:00Z", { price: price("USD", 700n) }),
      at("2026-03-02T13:00:00Z", {}),
      at("2026-03-03T12:00:00Z", { price: price("USD", 700n) }),
    ]);
    const rows = await takings(ctx, { from: "2026-03-01", to: "2026-03-03" });
    const [head, ...lines] = await linesOf(exportTakings([rows]));
    expect(head).toMatch(/,refunds,refunded_usdt,net_usdt,price_amount,price_currency$/);
    expect(lines.map((line) => line.split(",").slice(-2))).toEqual([
      ["", ""],
      ["24.91", "EUR"],
      ["", ""],
    ]);
  });
});
