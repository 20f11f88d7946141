import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { MemberContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";
import { decimalFromMicros } from "@/lib/base/values/money";
import { valueMinor } from "@/lib/payments/prices/quote";
import { exportBooks } from "@/lib/settlement/books/book-export";
import { type LineDraft, writeLines } from "@/tests/support/book-lines";
import { hasHledger, hledger, hledgerBalances, plain } from "@/tests/support/hledger";
import { liveMerchant, randomHex, turnLiveOn } from "@/tests/support/live";
import { fc } from "@/tests/support/property";
import { textOf } from "@/tests/support/read-exports";

turnLiveOn();

const MONTH = { from: "2026-03-01", to: "2026-03-31", zone: "UTC", now: new Date("2026-04-02T08:00:00Z") };
const SHOPS = [
  ["EUR", "1.0895"],
  ["JPY", "0.0066225165562913907284768"],
  ["NGN", "0.00060606060606060606060606"],
  ["KWD", "3.2589"],
] as const;

/** The account of each kind, as docs/accounting.md has it. */
const ACCOUNTS: Record<string, string> = {
  sale: "revenue:sales",
  partial: "liabilities:customers:partial",
  late: "liabilities:customers:late",
  overpaid: "liabilities:customers:overpaid",
  unassigned: "liabilities:customers:unassigned",
  refund: "revenue:refunds",
  sweep: "assets:usdt:own wallets",
  outgoing: "expenses:unknown",
  fee: "expenses:network fees",
  opening: "equity:opening balances",
};
const KINDS = Object.keys(ACCOUNTS) as LineDraft["kind"][];
const OUTGOING = new Set(["refund", "sweep", "outgoing", "fee"]);

type Shop = { currency: string; rate: string; addresses: string[] };

/** Lines of a month at the rate of a shop, some without a value, some corrected on a later day. */
function draftsOf(shop: Shop, chosen: [number, bigint, number, boolean][]): LineDraft[] {
  const decimals = decimalsOf(shop.currency) ?? 0;
  return chosen.flatMap(([pick, size, seed, isCorrected], index) => {
    const kind = KINDS[pick % KINDS.length] as LineDraft["kind"];
    const value = seed % 5 > 0 && kind !== "fee" ? valueMinor(size, { decimals, rate: shop.rate }) : null;
    const sign = OUTGOING.has(kind) ? -1n : 1n;
    const line: LineDraft = {
      kind,
      at: `2026-03-${String(1 + (index % 20)).padStart(2, "0")}T10:00:00Z`,
      micros: sign * size,
      address: shop.addresses[seed % shop.addresses.length],
      currency: shop.currency,
      ...(value !== null && { valueMinor: sign * value, rate: shop.rate, rateSource: "manual" as const }),
      ...(kind === "refund" && seed % 3 > 0 && { reversedValueMinor: sign * (value ?? 1n) + BigInt(seed % 7) }),
      ...(OUTGOING.has(kind) ? {} : { intentId: randomUUID() }),
    };
    if (!isCorrected) return [line];
    const reversed = { ...line, at: "2026-03-25T09:00:00Z", micros: -line.micros };
    if (line.valueMinor != null) reversed.valueMinor = -line.valueMinor;
    if (line.reversedValueMinor != null) reversed.reversedValueMinor = -line.reversedValueMinor;
    return [line, reversed, { ...line, at: "2026-03-25T09:00:00Z" }];
  });
}

/** What each account has by the documented rules, from the lines themselves. */
function balancesOf(drafts: LineDraft[]): Record<string, string> {
  const balances = new Map<string, bigint>();
  const add = (account: string, commodity: string, amount: bigint) =>
    balances.set(`${account} ${commodity}`, (balances.get(`${account} ${commodity}`) ?? 0n) + amount);
  for (const { kind, micros, address, currency, valueMinor: value, reversedValueMinor: reversed } of drafts) {
    const asset = kind === "fee" ? "TRX" : "USDT";
    add(`assets:${asset.toLowerCase()}:${tronFromHex(address as string)}`, asset, micros);
    const account = ACCOUNTS[kind] as string;
    if (kind === "sweep" || value == null) add(account, asset, -micros);
    else if (kind === "refund" && reversed != null) {
      add(account, currency as string, -reversed);
      add("revenue:exchange differences", currency as string, reversed - value);
    } else add(account, currency as string, -value);
  }
  return Object.fromEntries(
    [...balances]
      .filter(([, amount]) => amount !== 0n)
      .map(([key, amount]) => {
        const commodity = key.split(" ").at(-1) as string;
        const decimals = decimalsOf(commodity);
        return [key, plain(decimals === null ? decimalFromMicros(amount) : decimalFromMinor(amount, decimals))];
      }),
  );
}

async function openShop(currency: string, rate: string) {
  const { member } = await liveMerchant();
  return { ctx: member, shop: { currency, rate, addresses: [randomHex(), randomHex(), randomHex()] } };
}

const exported = (ctx: MemberContext) => textOf(exportBooks(ctx, MONTH));

describe.skipIf(!hasHledger())("a month in hledger", () => {
  it.each(SHOPS)(
    "of a shop in %s balances as the books do, to the minor unit and the micro-USDT",
    async (code, rate) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(
            fc.tuple(fc.nat(), fc.bigInt({ min: 1n, max: 5_000_000_000n }), fc.nat({ max: 1_000 }), fc.boolean()),
            { minLength: 20, maxLength: 200 },
          ),
          async (chosen) => {
            const { ctx, shop } = await openShop(code, rate);
            const drafts = draftsOf(shop, chosen);
            await writeLines(ctx, drafts);
            const zeros = Object.entries(hledgerBalances(await exported(ctx))).filter(([, amount]) => amount !== "0");
            expect(Object.fromEntries(zeros)).toEqual(balancesOf(drafts));
          },
        ),
        { numRuns: 6 },
      );
    },
  );

  it("shows the value of a line as the cost of its USDT, and no cost between own wallets", async () => {
    const { ctx, shop } = await openShop("EUR", "1.0895");
    const [address] = shop.addresses;
    const priced = {
      address,
      currency: "EUR",
      rate: "1.0895",
      rateSource: "quote" as const,
      at: "2026-03-02T12:00:00Z",
    };
    await writeLines(ctx, [
      { ...priced, kind: "sale", micros: 27_130_000n, valueMinor: 2_490n },
      { ...priced, kind: "sweep", micros: -27_130_000n, valueMinor: -2_490n },
    ]);
    const printed = hledger(await exported(ctx), "print", "--explicit").replace(/ {2,}/g, "  ");
    expect(printed).toContain("27.13 USDT @@ 24.90 EUR");
    expect(printed.match(/@@/g)).toHaveLength(1);
  });
});
