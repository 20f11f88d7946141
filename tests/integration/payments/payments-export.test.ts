import { describe, expect, it } from "vitest";
import { paymentStatus } from "@/components/payments/payment-labels";
import type { MemberContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { EXPORT_COLUMNS, exportPayments } from "@/lib/payments/lists/export";
import type { Payment } from "@/lib/payments/lists/fetch";
import { NO_FILTER, PaymentFilter } from "@/lib/payments/lists/filter";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { linesOf } from "@/tests/support/read-exports";

const label = (payment: Payment) => paymentStatus(payment).label;

type Options = Omit<Parameters<typeof exportPayments>[1], "zone" | "filter" | "label"> & {
  filter?: PaymentFilter;
  zone?: string;
};

function linesFor(ctx: MemberContext, options: Options = {}) {
  return linesOf(exportPayments(ctx, { filter: NO_FILTER, zone: "UTC", label, ...options }));
}

describe("the export", () => {
  it("has exactly what is filtered, whatever the size of its chunks, under names that stay", async () => {
    const merchant = await createMerchantFixture();
    const made = await makePayments(
      merchant,
      Array.from({ length: 57 }, (_, n) => ({
        status: INTENT_STATUSES[n % 4],
        createdAt: `2026-03-01T10:00:${String(n % 30).padStart(2, "0")}.000001Z`,
      })),
    );
    const ctx = await memberContext(merchant);
    const filter = PaymentFilter.parse({ status: ["paid", "expired"] });
    for (const chunk of [1, 7, 2_000]) {
      const [head, ...rows] = await linesFor(ctx, { filter, chunk });
      expect(head).toBe(EXPORT_COLUMNS.map(({ name }) => name).join(","));
      const wanted = made.filter((one) => one.status === "paid" || one.status === "expired").map((one) => one.id);
      expect(rows.map((row) => row.split(",")[0]).toSorted()).toEqual(wanted.toSorted());
    }
  });

  it("leaves nothing out where payments are far apart, close together or at the same moment, by creation and by payment", async () => {
    const merchant = await createMerchantFixture();
    const terminals = [merchant.terminalId];
    for (const name of ["Bar", "Cellar"]) terminals.push((await createTerminal(merchant.ctx, { name })).id);
    const year = Date.parse("2025-03-01T10:00:00Z");
    // bursts of several within a millisecond, seconds, days and months apart
    const times = [0, 0, 1, 2_000, 2_000, 2_500, 9e7, 9e7, 9e7, 4e8, 6e9, 6e9, 6e9 + 1, 6e9 + 3_000, 1.2e10, 2.4e10];
    const drafts = [...times, ...times].map((after, n) => {
      const at = new Date(year + after).toISOString().replace("Z", `${String(n % 3).padStart(3, "0")}Z`);
      return { terminalId: terminals[n % 3], status: "paid" as const, createdAt: at, endedAt: at };
    });
    const made = [];
    for (const { terminalId, ...draft } of drafts)
      made.push(...(await makePayments({ ...merchant, terminalId: terminalId as string }, [draft])));
    const wanted = made
      .toSorted((a, b) => (`${b.createdAt}_${b.id}` > `${a.createdAt}_${a.id}` ? 1 : -1))
      .map(({ id }) => id);
    const ctx = await memberContext(merchant);
    for (const query of [{}, { paid_from: "2025-01-01" }]) {
      for (const chunk of [1, 2, 5, 500]) {
        const [, ...rows] = await linesFor(ctx, { filter: PaymentFilter.parse(query), chunk });
        expect(rows.map((row) => row.split(",")[0])).toEqual(wanted);
      }
    }
  });

  it("writes moments with the merchant's offset, plain decimals, and text for what a spreadsheet would calculate", async () => {
    const merchant = await createMerchantFixture();
    const [payment] = await makePayments(merchant, [
      {
        reference: '=HYPERLINK("http://evil.example"),x',
        amountMicros: 1_234_567_891n,
        createdAt: "2026-03-28T20:00:00.500000Z",
        endedAt: "2026-03-29T01:00:01Z",
      },
    ]);
    await database().sql`update payment_intents set metadata = '{"cart": "8,8"}' where id = ${payment?.id as string}`;
    const [, row] = await linesFor(await memberContext(merchant), { zone: "Europe/Lisbon" });
    const fields = [
      payment?.id,
      "2026-03-28T20:00:00.500+00:00",
      "Front desk",
      `"'=HYPERLINK(""http://evil.example""),x"`,
      "1234.567891",
      "paid",
      "2026-03-29T02:00:01.000+01:00",
      "1234.567891",
      "0",
      "",
      "sandbox",
      "2026-03-28T20:30:00.500+00:00",
      merchant.terminalId,
      `"{""cart"":""8,8""}"`,
      "Paid",
      "",
      "",
      "0",
      // refunded
      "0",
      // its price
      "",
      "",
      "",
    ];
    expect(row).toBe(fields.join(","));
  });

  it("has the amount due and received, every transaction and payer, and the name of the status", async () => {
    const merchant = await createMerchantFixture();
    const [paid, late] = await makePayments(merchant, [
      { amountMicros: 5_000_000n, receivedMicros: 6_000_000n, createdAt: "2026-03-02T10:00:00Z" },
      { status: "expired", createdAt: "2026-03-01T10:00:00Z" },
    ]);
    const { sql } = database();
    const pay = (intentId: string, txHash: string, from: string, counted: boolean) => sql`
      insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, from_address, amount_micros, occurred_at,
                             counted)
      values (${merchant.merchantId}, ${intentId}, 'tron-nile', ${txHash}, 0, ${from}, 3000000, now(), ${counted})`;
    const payer = `0xa614f803b6fd780986a42c78ec9c7f77e6ded13c`;
    await pay(paid?.id as string, "0xa1", payer, true);
    await pay(paid?.id as string, "a2", payer, true);
    await pay(late?.id as string, "b1", payer, false);
    const [head, first, second] = (await linesFor(await memberContext(merchant))).map((line) => line.split(","));
    const cell = (row: string[] | undefined, name: string) => row?.[head?.indexOf(name) ?? -1];
    const names = ["amount_usdt", "received_usdt", "status_label", "transaction_hash", "payer", "fee_usdt"];
    const address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    expect(names.map((name) => cell(first, name))).toEqual(["5", "6", "Paid · Overpaid", "a1 a2", address, "0"]);
    expect(names.map((name) => cell(second, name))).toEqual([
      "12.5",
      "0",
      "Expired · Late payment",
      "b1",
      address,
      "0",
    ]);
  });

  it("has the price of a payment and the rate that it was quoted at, with all decimals of its currency", async () => {
    const merchant = await createMerchantFixture();
    await makePayments(merchant, [
      { price: { currency: "EUR", minor: 2_490n }, createdAt: "2026-03-03T10:00:00Z" },
      { price: { currency: "JPY", minor: 2_490n }, createdAt: "2026-03-02T10:00:00Z" },
      { price: { currency: "KWD", minor: 2_490n }, createdAt: "2026-03-01T10:00:00Z" },
    ]);
    const [head, ...rows] = await linesFor(await memberContext(merchant));
    const last = (line: string | undefined) => line?.split(",").slice(-3);
    expect(last(head)).toEqual(["price_amount", "price_currency", "price_rate"]);
    expect(rows.map(last)).toEqual([
      ["24.90", "EUR", "1.0895"],
      ["2490", "JPY", "1.0895"],
      ["2.490", "KWD", "1.0895"],
    ]);
  });

  it("stops asking once its reader is gone", async () => {
    const merchant = await createMerchantFixture();
    await makePayments(
      merchant,
      Array.from({ length: 30 }, () => ({})),
    );
    const ctx = await memberContext(merchant);
    const { pieces } = exportPayments(ctx, { filter: NO_FILTER, zone: "UTC", label, chunk: 5 });
    const seen: string[] = [];
    for await (const rows of pieces) {
      seen.push(...rows.map(([id]) => String(id)));
      if (seen.length === 10) break;
    }
    expect(new Set(seen).size).toBe(10);
  });

  it("holds what a cashier sees and nothing of anybody else", async () => {
    const merchant = await createMerchantFixture();
    await makePayments(merchant, [{}]);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [] });
    expect(await linesFor(cashier)).toHaveLength(1);
    expect(await linesFor(await memberContext(await createMerchantFixture()))).toHaveLength(1);
  });
});
