import { describe, expect, it } from "vitest";
import { database } from "@/lib/db/client";
import { EXPORT_COLUMNS, exportPayments } from "@/lib/intents/export";
import { NO_FILTER, PaymentFilter } from "@/lib/intents/payment-filter";
import { INTENT_STATUSES } from "@/lib/intents/state";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";

type Options = Omit<Parameters<typeof exportPayments>[1], "zone" | "filter"> & {
  filter?: PaymentFilter;
  zone?: string;
};

async function chunksOf(ctx: Awaited<ReturnType<typeof memberContext>>, options: Options = {}) {
  const chunks: string[] = [];
  const input = { filter: NO_FILTER, zone: "UTC", ...options };
  for await (const chunk of exportPayments(ctx, input)) chunks.push(chunk);
  return chunks;
}

const lines = (chunks: string[]) => chunks.join("").trimEnd().split("\r\n");

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
      const [head, ...rows] = lines(await chunksOf(ctx, { filter, chunk }));
      expect(head).toBe(EXPORT_COLUMNS.join(","));
      const wanted = made.filter((one) => one.status === "paid" || one.status === "expired").map((one) => one.id);
      expect(rows.map((row) => row.split(",")[0]).toSorted()).toEqual(wanted.toSorted());
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
    const [, row] = lines(await chunksOf(await memberContext(merchant), { zone: "Europe/Lisbon" }));
    const fields = [
      ...[payment?.id, "2026-03-28T20:00:00.500+00:00", "Front desk", `"'=HYPERLINK(""http://evil.example""),x"`],
      ...["1234.567891", "paid", "2026-03-29T02:00:01.000+01:00", "1234.567891", "0", "", "sandbox"],
      ...["2026-03-28T20:30:00.500+00:00", merchant.terminalId, `"{""cart"":""8,8""}"`],
    ];
    expect(row).toBe(fields.join(","));
  });

  it("stops asking once its reader is gone", async () => {
    const merchant = await createMerchantFixture();
    await makePayments(
      merchant,
      Array.from({ length: 30 }, () => ({})),
    );
    const ctx = await memberContext(merchant);
    const gone = new AbortController();
    const seen: string[] = [];
    for await (const chunk of exportPayments(ctx, { filter: NO_FILTER, zone: "UTC", signal: gone.signal, chunk: 5 })) {
      seen.push(chunk);
      if (seen.length === 3) gone.abort();
    }
    expect(lines(seen)).toHaveLength(11);
  });

  it("holds what a cashier sees and nothing of anybody else", async () => {
    const merchant = await createMerchantFixture();
    await makePayments(merchant, [{}]);
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [] });
    expect(lines(await chunksOf(cashier))).toHaveLength(1);
    expect(lines(await chunksOf(await memberContext(await createMerchantFixture())))).toHaveLength(1);
  });
});
