import { describe, expect, it } from "vitest";
import { hexFromTron } from "@/lib/base/tron/address";
import { exportBooks, readBooks } from "@/lib/settlement/books/book-export";
import { sumLines } from "@/lib/settlement/books/reconcile";
import type { Reconciliation } from "@/lib/settlement/books/reconciliation";
import { writeBooksJson } from "@/lib/settlement/books/write-books-json";
import { type LineDraft, writeLines } from "@/tests/support/book-lines";
import { type LiveMerchant, liveMerchant, MAINNET, randomHex, turnLiveOn } from "@/tests/support/live";
import { makePayments } from "@/tests/support/payments";
import { readCsv } from "@/tests/support/read-exports";

turnLiveOn();

const USDT = 1_000_000n;
const SPAN = { from: "2026-03-01", to: "2026-03-31", zone: "UTC", now: new Date("2026-04-01T00:00:00Z") };

async function reconciled(merchant: LiveMerchant, span = SPAN): Promise<Reconciliation> {
  for await (const piece of readBooks(merchant.member, { ...span, chunk: 3 })) {
    if ("reconciliation" in piece) return piece.reconciliation;
  }
  throw new Error("the export has no reconciliation");
}

/** A wallet whose addresses have a ledger and a balance. */
async function holdings(merchant: LiveMerchant, received: bigint[], balances: (bigint | null)[] = received) {
  const { sql } = merchant.member.db;
  const addresses = merchant.addresses.map((text) => hexFromTron(text) as string);
  for (const [index, micros] of received.entries()) {
    const [address, balance] = [addresses[index] as string, balances[index] ?? null];
    await sql`
      insert into address_ledgers (network, address, opening_micros, received_micros)
      values (${MAINNET}, ${address}, 0, ${micros})
      on conflict (network, address) do update set opening_micros = 0, received_micros = excluded.received_micros`;
    if (balance !== null) {
      await sql`
        update receive_addresses set balance_micros = ${balance}, balance_at = now(), balance_block = null
         where address = ${address}`;
    }
  }
  return addresses;
}

const line = (kind: LineDraft["kind"], at: string, usdt: bigint, more: Partial<LineDraft> = {}): LineDraft => ({
  kind,
  at,
  micros: usdt * USDT,
  ...more,
});

describe("the reconciliation", () => {
  it("finds the sales of a span equal to its takings, with what was short within the tolerance", async () => {
    const merchant = await liveMerchant();
    await merchant.member.db.sql`update merchants set time_zone = 'Asia/Tokyo' where id = ${merchant.merchantId}`;
    const paid = (createdAt: string, amount: bigint, received = amount) => ({
      environment: "live" as const,
      createdAt,
      amountMicros: amount * USDT,
      receivedMicros: received * USDT,
    });
    await makePayments(merchant, [
      paid("2026-02-28T14:59:59.999999Z", 1_000n),
      paid("2026-02-28T15:00:00Z", 100n),
      paid("2026-03-15T12:00:00Z", 50n, 49n),
      paid("2026-03-31T14:59:59.999999Z", 20n, 25n),
      paid("2026-03-31T15:00:00Z", 1_000n),
    ]);
    await writeLines(merchant.member, [
      line("sale", "2026-02-28T15:00:00Z", 100n),
      line("sale", "2026-03-15T12:00:00Z", 49n),
      line("sale", "2026-03-31T14:59:59.999Z", 20n),
      line("overpaid", "2026-03-31T14:59:59.999Z", 5n),
      line("sale", "2026-03-31T15:00:00Z", 1_000n),
    ]);
    const { sales, agrees } = await reconciled(merchant);
    expect(sales).toEqual({
      linesMicros: 169n * USDT,
      shortMicros: 1n * USDT,
      takingsMicros: 170n * USDT,
      differenceMicros: 0n,
    });
    expect(agrees).toBe(true);
    const whole = await reconciled(merchant, { ...SPAN, from: "2026-02-01", to: "2026-04-30" });
    expect(whole.sales.differenceMicros).toBe(-1_000n * USDT);
    expect(whole.agrees).toBe(false);
  });

  it("finds every address as Funds and the chain have it, or names the one that differs", async () => {
    const merchant = await liveMerchant();
    const [first, second, third] = await holdings(merchant, [30n * USDT, 7n * USDT], [30n * USDT, null]);
    const day = "2026-01-05T12:00:00Z";
    const lines = [
      line("unassigned", day, 40n, { address: first }),
      line("outgoing", day, -10n, { address: first }),
      line("unassigned", day, 7n, { address: second }),
      // of another network, and TRX
      line("unassigned", day, 99n, { address: first, network: "tron-nile" }),
      line("fee", day, -3n, { address: first }),
      // the refund wallet's other money is not Till's to know
      line("refund", day, -5n, { address: randomHex() }),
    ];
    const { sql } = merchant.member.db;
    await sql`
      insert into refund_wallets (merchant_id, address, set_by)
      values (${merchant.merchantId}, ${lines[5]?.address ?? ""}, ${merchant.member.actor.userId})`;
    await writeLines(merchant.member, lines);
    expect((await reconciled(merchant)).addresses).toEqual({
      count: 2,
      unread: 1,
      linesMicros: 37n * USDT,
      fundsMicros: 37n * USDT,
      chainMicros: null,
      differ: [],
    });
    const stranger = randomHex();
    await sql`update receive_addresses set balance_micros = 8000000, balance_at = now() where address = ${second ?? ""}`;
    await sql`
      insert into address_ledgers (network, address, opening_micros, received_micros) values (${MAINNET}, ${third ?? ""}, 0, 1)
      on conflict (network, address) do update set opening_micros = 0, received_micros = 1`;
    const other = await liveMerchant();
    await writeLines(other.member, [line("unassigned", day, 4n, { address: stranger })]);
    const { addresses, agrees } = await reconciled(merchant);
    expect(addresses?.differ).toHaveLength(2);
    expect(addresses?.differ).toEqual(
      expect.arrayContaining([
        { address: second, linesMicros: 7n * USDT, fundsMicros: 7n * USDT, chainMicros: 8n * USDT },
        { address: third, linesMicros: 0n, fundsMicros: 1n, chainMicros: null },
      ]),
    );
    expect(agrees).toBe(false);
    expect((await reconciled(other)).addresses?.differ).toEqual([
      { address: stranger, linesMicros: 4n * USDT, fundsMicros: 0n, chainMicros: null },
    ]);
  });

  it("of the sandbox is about its sales only", async () => {
    const merchant = await liveMerchant();
    const sandbox = { ...merchant.member, environment: "sandbox" as const };
    await makePayments(merchant, [{ createdAt: "2026-03-05T12:00:00Z", amountMicros: 5n * USDT }]);
    await writeLines(sandbox, [line("sale", "2026-03-05T12:00:00Z", 5n)]);
    expect(await reconciled({ ...merchant, member: sandbox as never })).toMatchObject({
      addresses: null,
      agrees: true,
    });
  });
});

describe("the accounting export", () => {
  it("has every line of its days once, in their order, however many are read at a time", async () => {
    const merchant = await liveMerchant();
    // 3 lines of each microsecond-equal moment, so that pages end between them
    const drafts = Array.from({ length: 40 }, (_, n) =>
      line(n % 2 ? "sale" : "refund", `2026-03-${String(1 + (n % 9)).padStart(2, "0")}T10:00:00.123Z`, BigInt(n + 1)),
    );
    await writeLines(merchant.member, [...drafts, line("sale", "2026-04-01T00:00:00Z", 9n)]);
    for (const chunk of [1, 3, 7, 1_000]) {
      const [names = [], ...rows] = await readCsv(exportBooks(merchant.member, { ...SPAN, chunk }));
      const lines = rows.filter(([number]) => number !== "").map((row) => [row[names.indexOf("date")], Number(row[0])]);
      expect(lines).toHaveLength(40);
      expect(lines).toEqual(
        lines.toSorted((a, b) => String(a[0]).localeCompare(String(b[0])) || Number(a[1]) - Number(b[1])),
      );
    }
  });

  it("is the same as JSON, whose figures are text", async () => {
    const merchant = await liveMerchant();
    const priced = {
      currency: "EUR",
      valueMinor: 2_490n,
      rate: "0.000606060606060606060606",
      rateSource: "quote" as const,
    };
    await writeLines(merchant.member, [
      line("sale", "2026-03-05T12:00:00Z", 27n, priced),
      line("sale", "2026-03-05T13:00:00Z", 1n),
    ]);
    let text = "";
    for await (const piece of writeBooksJson(merchant.member, SPAN)) text += piece;
    const { lines, reconciliation, ...head } = JSON.parse(text);
    expect(head).toEqual({ from: SPAN.from, to: SPAN.to, time_zone: "UTC", environment: "live" });
    expect(lines.map(({ quantity, value, rate }: Record<string, string>) => [quantity, value, rate])).toEqual([
      ["27", "24.90", "0.000606060606060606060606"],
      ["1", null, null],
    ]);
    const [names = [], ...rows] = await readCsv(exportBooks(merchant.member, SPAN));
    expect(Object.keys(lines[0])).toEqual(names);
    expect(rows.slice(0, 2)).toEqual(lines.map((one: object) => Object.values(one).map((cell) => String(cell ?? ""))));
    expect(reconciliation.sales).toEqual({ lines: "28", short: "0", takings: "0", difference: "28" });
  });

  it("of too many days, or that end before they begin, is refused before anything is read", async () => {
    const { member } = await liveMerchant();
    expect(() => exportBooks(member, { ...SPAN, to: "2026-02-01" })).toThrow("The end date is before the start date.");
    expect(() => writeBooksJson(member, { ...SPAN, to: "2027-03-02" })).toThrow("at most 366 days");
  });

  it("in sums counts the lines without a value", async () => {
    const { member } = await liveMerchant();
    const priced = { currency: "EUR", valueMinor: 100n, rate: "1", rateSource: "manual" as const };
    await writeLines(member, [
      line("sale", "2026-03-05T12:00:00Z", 1n, priced),
      line("sale", "2026-03-06T12:00:00Z", 2n, { currency: "EUR" }),
      line("sale", "2026-03-30T12:00:00Z", 3n, priced),
      line("fee", "2026-03-30T12:00:00Z", -3n),
      // a line without a value that was corrected counts no more
      line("sale", "2026-03-07T12:00:00Z", 4n, { currency: "EUR" }),
      line("sale", "2026-03-08T12:00:00Z", -4n, { currency: "EUR", reverses: 5 }),
      line("sale", "2026-03-08T12:00:00Z", 4n, priced),
    ]);
    expect(await sumLines(member, SPAN)).toEqual([
      {
        kind: "sale",
        asset: "USDT",
        currency: "EUR",
        lines: 6,
        micros: 10n * USDT,
        valued: 3,
        valueMinor: 300n,
        withoutValue: 1,
      },
      {
        kind: "fee",
        asset: "TRX",
        currency: null,
        lines: 1,
        micros: -3n * USDT,
        valued: 0,
        valueMinor: 0n,
        withoutValue: 1,
      },
    ]);
  });
});
