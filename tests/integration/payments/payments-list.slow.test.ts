import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { database, openDatabase } from "@/lib/base/db/client";
import { createTerminal } from "@/lib/business/terminals/create";
import { INTENT_STATUSES } from "@/lib/payments/intents/state";
import { readCursor } from "@/lib/payments/lists/cursor";
import { NO_FILTER, PaymentFilter } from "@/lib/payments/lists/filter";
import { listPayments } from "@/lib/payments/lists/list";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { memberContext } from "@/tests/support/member-context";
import { type MadePayment, makePayments, type PaymentDraft, payTooLate } from "@/tests/support/payments";
import { randomsOf } from "@/tests/support/seed";

const chance = randomsOf("payments list");

let merchant: MerchantFixture;
let second: string;
let made: MadePayment[];

const BASE = Date.parse("2026-03-01T00:00:00Z");
/** few moments for many payments: many share one, and others lie a microsecond apart */
const moment = (hours: number) =>
  new Date(BASE + Math.floor(hours) * 3_600_000).toISOString().replace("Z", `00${Math.floor(chance() * 4)}Z`);
const random = <T>(values: readonly T[]) => values[Math.floor(chance() * values.length)] as T;

/** of the same number in several currencies, of which one is also an amount in USDT */
const PRICES = [null, null, null, ["EUR", 1_250n], ["USD", 1_250n], ["JPY", 1_250n], ["KWD", 12_500n]].map(
  (price) => price && { currency: String(price[0]), minor: BigInt(price[1] as bigint) },
);
const hasPrice = (currency: string, one: MadePayment) => one.price?.currency === currency;

function sumsOf(payments: MadePayment[]) {
  const prices = payments.flatMap(({ price }) => price ?? []);
  const currencies = [...new Set(prices.map(({ currency }) => currency))].toSorted();
  return currencies.map((currency) => ({
    currency,
    minor: prices.reduce((all, one) => (one.currency === currency ? all + one.minor : all), 0n),
  }));
}

beforeAll(async () => {
  merchant = await createMerchantFixture();
  await database().sql`update merchants set time_zone = 'Asia/Kathmandu' where id = ${merchant.merchantId}`;
  second = (await createTerminal(merchant.ctx, { name: "Bar" })).id;
  const drafts = Array.from({ length: 600 }, (_, n) => {
    const status = random(INTENT_STATUSES);
    const amountMicros = random([5_000_000n, 7_250_000n, 12_500_000n]);
    const created = chance() * 72;
    return {
      terminalId: random([merchant.terminalId, second]),
      status,
      amountMicros,
      receivedMicros: status === "paid" ? amountMicros + random([0n, 0n, 1_000_000n]) : random([0n, 0n, 1_000_000n]),
      createdAt: moment(created),
      endedAt: moment(created + chance() * 5),
      reference: random([null, `Order-${n}`, `Table_${n % 7}`, "100%"]),
      price: random(PRICES),
    };
  });
  made = await makePayments(merchant, drafts);
  await makePayments(merchant, [{ environment: "live", amountMicros: 12_500_000n }]);
  await makePayments(await createMerchantFixture(), [{ amountMicros: 12_500_000n, reference: "Order-1" }]);
});

type Address = Record<string, string | string[]>;

/** Every page of a list, by the cursors that the pages themselves give. */
async function pagesOf(
  ctx: MemberContext,
  address: Address,
  limit = 50,
  few: { windows?: number[]; mostMatches?: number } = {},
) {
  const pages: { ids: string[]; newer: string | null; searched: boolean }[] = [];
  let before: string | null = null;
  do {
    const filter = PaymentFilter.parse(address);
    const page = await listPayments(ctx, { filter, cursor: readCursor({ before }), limit, ...few });
    pages.push({ ids: page.payments.map((one) => one.id), newer: page.newer, searched: page.searchedTo !== null });
    before = page.older;
  } while (before);
  return pages;
}

function newestFirst(payments: MadePayment[], at: (one: MadePayment) => string = (one) => one.createdAt) {
  const key = (one: MadePayment) => `${at(one)} ${one.id}`;
  return [...payments].sort((a, b) => (key(a) < key(b) ? 1 : -1)).map((one) => one.id);
}

const contains = (text: string) => (one: MadePayment) => one.reference?.includes(text) ?? false;

describe("the payments list", () => {
  const cases: [string, Address, (one: MadePayment) => boolean][] = [
    ["everything", {}, () => true],
    ["two statuses", { status: ["expired", "cancelled"] }, (one) => ["expired", "cancelled"].includes(one.status)],
    [
      "what was partly paid",
      { flag: "partial" },
      (one) => one.receivedMicros > 0n && one.receivedMicros < one.amountMicros,
    ],
    ["what was overpaid", { flag: "over" }, (one) => one.receivedMicros > one.amountMicros],
    [
      "what expired after a part had come",
      { flag: "partial", status: "expired" },
      (one) => one.status === "expired" && one.receivedMicros > 0n && one.receivedMicros < one.amountMicros,
    ],
    [
      "days of the merchant's zone, the last one included",
      { from: "2026-03-02", to: "2026-03-02" },
      (one) => one.createdAt >= "2026-03-01T18:15" && one.createdAt < "2026-03-02T18:15",
    ],
    [
      "an amount, or a price of that number",
      { q: "12,50" },
      (one) => one.amountMicros === 12_500_000n || ["EUR", "USD", "KWD"].some((currency) => hasPrice(currency, one)),
    ],
    ["an amount in USDT alone", { q: "12.5 USDT" }, (one) => one.amountMicros === 12_500_000n],
    ["a price", { q: "12.50 EUR" }, (one) => hasPrice("EUR", one)],
    ["a price as it is written elsewhere", { q: "12,50 €" }, (one) => hasPrice("EUR", one)],
    ["a price of a currency without decimals", { q: "jpy 1250" }, (one) => hasPrice("JPY", one)],
    [
      "a price of one status",
      { q: "12.500 KWD", status: "paid" },
      (one) => hasPrice("KWD", one) && one.status === "paid",
    ],
    ["a currency", { currency: "JPY" }, (one) => hasPrice("JPY", one)],
    [
      "two currencies, and what has no price",
      { currency: ["EUR", "USDT"] },
      (one) => !one.price || hasPrice("EUR", one),
    ],
    ["an amount or price in a currency", { q: "12.50", currency: "USD" }, (one) => hasPrice("USD", one)],
    [
      "a currency among the flagged",
      { currency: "EUR", flag: "over" },
      (one) => hasPrice("EUR", one) && one.receivedMicros > one.amountMicros,
    ],
    [
      "an amount of one status",
      { q: "7.25", status: "paid" },
      (one) => one.amountMicros === 7_250_000n && one.status === "paid",
    ],
    [
      "an amount among the flagged",
      { q: "5.00", flag: "over" },
      (one) => one.amountMicros === 5_000_000n && one.receivedMicros > one.amountMicros,
    ],
    [
      "what is an amount of some and a part of other references",
      { q: "5" },
      (one) => one.amountMicros === 5_000_000n || (one.reference?.includes("5") ?? false),
    ],
    ["the beginning of a reference, in any case", { q: "oRDER-1" }, contains("Order-1")],
    ["a reference that many share", { q: "table" }, (one) => one.reference?.startsWith("Table") ?? false],
    ["a reference with signs of a pattern in it", { q: "table_3" }, (one) => one.reference === "Table_3"],
    ["another such reference", { q: "100%" }, (one) => one.reference === "100%"],
    ["the end of a reference", { q: "ABLE_3" }, contains("able_3")],
    ["a number inside a reference", { q: "103" }, contains("103")],
    ["two characters of a reference", { q: "r-" }, contains("r-")],
    ["one character of a reference", { q: "%" }, contains("%")],
    ["what no reference contains", { q: "able-3" }, () => false],
  ];

  it.each(cases)(
    "shows %s, each payment once, newest first, on pages that go on from each other",
    async (_, address, wanted) => {
      const pages = await pagesOf(await memberContext(merchant), address);
      expect(pages.flatMap((page) => page.ids).toSorted()).toEqual(
        made
          .filter(wanted)
          .map((one) => one.id)
          .toSorted(),
      );
    },
  );

  it.each(cases.filter(([, address]) => !("q" in address)))(
    "shows %s in one order, newest first",
    async (_, address, wanted) => {
      const pages = await pagesOf(await memberContext(merchant), address);
      expect(pages.flatMap((page) => page.ids)).toEqual(newestFirst(made.filter(wanted)));
    },
  );

  it.each(cases)(
    "shows %s also where each page looks at a few rows only, and says that it did",
    async (_, address, wanted) => {
      const pages = await pagesOf(await memberContext(merchant), address, 5, { windows: [7, 20], mostMatches: 3 });
      expect(pages.flatMap((page) => page.ids).toSorted()).toEqual(
        made
          .filter(wanted)
          .map((one) => one.id)
          .toSorted(),
      );
    },
  );

  it.each(cases)(
    "of %s, every page has at most its size, and a search with few matches is in one order",
    async (_, address, wanted) => {
      const matching = made.filter(wanted);
      const pages = await pagesOf(await memberContext(merchant), address, 50);
      expect(Math.max(...pages.map((page) => page.ids.length))).toBeLessThanOrEqual(50);
      expect(pages).toHaveLength(Math.max(1, Math.ceil(matching.length / 50)));
    },
  );

  it.each(cases)("counts %s, adds it up, and says where each page is", async (_, address, wanted) => {
    const matching = made.filter(wanted);
    const sum = (pick: (one: MadePayment) => bigint) => matching.reduce((all, one) => all + pick(one), 0n);
    const totals = {
      count: matching.length,
      isMore: false,
      amountMicros: sum((one) => one.amountMicros),
      receivedMicros: sum((one) => one.receivedMicros),
      prices: sumsOf(matching),
    };
    const ctx = await memberContext(merchant);
    const filter = PaymentFilter.parse(address);
    const pageAt = (params: { before?: string | null; after?: string | null }) =>
      listPayments(ctx, { filter, cursor: readCursor(params), limit: 40, withTotals: true });
    let page = await pageAt({});
    expect(page.totals).toEqual({ ...totals, first: expect.any(Number) });
    let first = 1;
    for (; page.older; page = await pageAt({ before: page.older })) {
      expect(page.totals?.first).toBe(first);
      first += page.payments.length;
    }
    expect(page.totals?.first).toBe(first);
    for (; page.newer; page = await pageAt({ after: page.newer }))
      expect(page.totals).toMatchObject({ ...totals, first: expect.any(Number) });
    expect(page.totals?.first).toBe(1);
  });

  it("a search with more matches than can be collected still counts them all", async () => {
    const found = await listPayments(await memberContext(merchant), {
      filter: PaymentFilter.parse({ q: "table_" }),
      cursor: null,
      limit: 10,
      mostMatches: 3,
      withTotals: true,
    });
    expect(found.payments.length).toBeLessThanOrEqual(10);
    expect(found.totals).toMatchObject({ count: made.filter(contains("Table_")).length, isMore: false });
  });

  it("text in very many references is found without reading all of their index, and rarer text in it", async () => {
    const shop = await createMerchantFixture();
    const drafts = Array.from({ length: 300 }, (_, n): PaymentDraft => ({ reference: `visit-${n % 100}` }));
    const visits = await makePayments(shop, drafts);
    await database().sql`analyze payment_intents`;
    const db = openDatabase(process.env.DATABASE_URL as string, { pool: 1 });
    onTestFinished(() => db.close());
    const ctx = { ...(await memberContext(shop)), db };
    const looked = async (q: string) => {
      const read = async () => {
        await db.sql`select pg_stat_force_next_flush()`;
        const [{ read }] = await db.sql<[{ read: number }]>`
          select idx_tup_read::int as read from pg_stat_user_indexes
           where indexrelname = 'payment_intents_reference_parts'`;
        return read;
      };
      const before = await read();
      const found = (await pagesOf(ctx, { q }, 50, { mostMatches: 3 })).flatMap(({ ids }) => ids);
      expect(found.toSorted()).toEqual(
        visits
          .filter(contains(q))
          .map(({ id }) => id)
          .toSorted(),
      );
      return (await read()) - before;
    };
    expect(await looked("visit-")).toBe(0);
    expect(await looked("visit-99")).toBe(3);
  });

  it("a payment is found by part of its reference while it is pending, and once it has ended", async () => {
    const shop = await createMerchantFixture();
    const [pending, ended] = await makePayments(shop, [
      { reference: "web-7103", status: "pending" },
      { reference: "WEB-7103-b" },
    ]);
    await makePayments(await createMerchantFixture(), [{ reference: "web-7103" }]);
    const [page] = await pagesOf(await memberContext(shop), { q: "b-71" });
    expect(page?.ids.toSorted()).toEqual([pending?.id, ended?.id].toSorted());
  });

  it("what was paid in a period comes in the order of its payment", async () => {
    const [from, to] = ["2026-03-01T12:00:00.000000Z", "2026-03-02T12:00:00.000000Z"];
    const paid = made.filter((one) => one.status === "paid" && (one.endedAt ?? "") >= from && (one.endedAt ?? "") < to);
    const address = { paid_from: from, paid_to: to };
    for (const few of [{}, { windows: [7], mostMatches: 3 }]) {
      const pages = await pagesOf(await memberContext(merchant), address, 20, few);
      expect(pages.flatMap((page) => page.ids)).toEqual(newestFirst(paid, (one) => one.endedAt as string));
      const some = await pagesOf(await memberContext(merchant), { ...address, q: "12.5 USDT", flag: "over" }, 20, few);
      const over = paid.filter((one) => one.amountMicros === 12_500_000n && one.receivedMicros > one.amountMicros);
      expect(some.flatMap((page) => page.ids)).toEqual(newestFirst(over, (one) => one.endedAt as string));
      const inEuros = await pagesOf(await memberContext(merchant), { ...address, currency: "EUR" }, 20, few);
      const euros = paid.filter((one) => hasPrice("EUR", one));
      expect(inEuros.flatMap((page) => page.ids)).toEqual(newestFirst(euros, (one) => one.endedAt as string));
    }
    expect(await pagesOf(await memberContext(merchant), { ...address, status: "expired" })).toMatchObject([
      { ids: [] },
    ]);
  });

  it("turning back from any page leads over the same payments to the first page", async () => {
    const ctx = await memberContext(merchant);
    const pages = await pagesOf(ctx, {}, 50);
    let newer = pages.at(-1)?.newer ?? null;
    for (const page of pages.slice(0, -1).reverse()) {
      expect(newer).not.toBeNull();
      const back = await listPayments(ctx, { filter: NO_FILTER, cursor: readCursor({ after: newer }), limit: 50 });
      expect(back.payments.map((one) => one.id)).toEqual(page.ids);
      newer = back.newer;
    }
    expect(newer).toBeNull();
  });

  it("a payment is found by its id, by its beginning and as the lists shorten it, however old", async () => {
    const oldest = made.find((one) => one.id === newestFirst(made).at(-1)) as MadePayment;
    for (const q of [
      oldest.id,
      oldest.id.slice(0, 8),
      oldest.id.slice(0, 13).toUpperCase(),
      `${oldest.id.slice(0, 4)}…${oldest.id.slice(-4)}`,
    ]) {
      expect((await pagesOf(await memberContext(merchant), { q }))[0]?.ids).toEqual([oldest.id]);
    }
    const other = made.find((one) => one.status !== oldest.status)?.status as string;
    expect(await pagesOf(await memberContext(merchant), { q: oldest.id, status: other })).toMatchObject([{ ids: [] }]);
  });

  it("a whole reference is found at once, however many others begin with it", async () => {
    const shop = await createMerchantFixture();
    const [old] = await makePayments(shop, [{ reference: "A", createdAt: "2026-01-01T00:00:00Z" }]);
    const others = Array.from({ length: 300 }, (_, n) => ({ reference: `a-${n}` }));
    await makePayments(shop, others);
    const pages = await pagesOf(await memberContext(shop), { q: "a" });
    expect(pages[0]?.ids).toContain(old?.id);
    expect(new Set(pages.flatMap((page) => page.ids)).size).toBe(301);
    expect(pages.flatMap((page) => page.ids)).toHaveLength(301);
  });

  it("a payment is found by the hash of a transfer that came too late, and by that it came", async () => {
    const { id } = made.find((one) => one.status === "expired") as MadePayment;
    const hash = "0123456789abcdef".repeat(4);
    await payTooLate(merchant.merchantId, id, 3n, hash);
    expect(await pagesOf(await memberContext(merchant), { q: `0x${hash.toUpperCase()}` })).toMatchObject([
      { ids: [id] },
    ]);
    const filter = PaymentFilter.parse({ flag: "late" });
    const { payments } = await listPayments(await memberContext(merchant), { filter, cursor: null });
    expect(payments.map((one) => [one.id, one.uncountedMicros])).toEqual([[id, 3n]]);
  });

  it("a cashier sees the payments of his terminals and finds no others, by any search or filter", async () => {
    const cashier = await memberContext(merchant, { role: "cashier", terminalIds: [second] });
    const mine = made.filter((one) => one.terminalId === second);
    const theirs = made.find((one) => one.terminalId !== second && one.reference?.startsWith("Order-")) as MadePayment;
    expect((await pagesOf(cashier, {})).flatMap((page) => page.ids)).toEqual(newestFirst(mine));
    for (const address of <Address[]>[
      { q: theirs.id },
      { q: theirs.reference as string },
      { terminal: theirs.terminalId },
    ]) {
      const ids = (await pagesOf(cashier, address)).flatMap((page) => page.ids);
      expect(ids).not.toContain(theirs.id);
      expect(ids.every((id) => mine.some((one) => one.id === id))).toBe(true);
    }
    expect(await pagesOf(await memberContext(merchant, { role: "cashier", terminalIds: [] }), {})).toMatchObject([
      { ids: [] },
    ]);
  });

  it("another merchant's payments and the other environment's are not there, whatever is asked for", async () => {
    const foreign = await memberContext(await createMerchantFixture());
    const one = made[0] as MadePayment;
    for (const address of <Address[]>[
      {},
      { q: one.id },
      { q: "12.50" },
      { q: "order" },
      { terminal: one.terminalId },
    ]) {
      expect(await pagesOf(foreign, address)).toMatchObject([{ ids: [] }]);
    }
    const live = await pagesOf(await memberContext(merchant, { environment: "live" }), {});
    expect(live.flatMap((page) => page.ids)).toHaveLength(1);
  });

  it("a filter that does not hold is left out, and a cursor that is not ours begins at the top", async () => {
    const address = { status: ["paid", "stolen"], terminal: "x", flag: "", from: "yesterday", q: "  " };
    expect(PaymentFilter.parse(address)).toEqual({ ...NO_FILTER, status: ["paid"], q: null });
    for (const before of ["x", "2026-13-01T00:00:00.000000Z_7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11", "' or 1=1"]) {
      expect(readCursor({ before })).toBeNull();
    }
  });
});
