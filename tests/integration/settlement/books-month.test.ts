import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron, tronFromHex } from "@/lib/base/tron/address";
import { decimalFromMinor, decimalsOf, minorFromDecimal } from "@/lib/base/values/currencies";
import { decimalFromMicros } from "@/lib/base/values/money";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { ChargeInput, chargeAtTerminal } from "@/lib/payments/pos/charge";
import { openPosForMember } from "@/lib/payments/pos/open-for-member";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { exportBooks, readBooks } from "@/lib/settlement/books/book-export";
import { call } from "@/tests/support/api";
import { bookAll, linesOf } from "@/tests/support/books";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { hasHledger, hledgerBalances, plain } from "@/tests/support/hledger";
import { liveMerchant, MAINNET, randomHex, turnLiveOn } from "@/tests/support/live";
import { memberContext } from "@/tests/support/member-context";
import { textOf } from "@/tests/support/read-exports";
import { makeRefunds } from "@/tests/support/refunds";

turnLiveOn();

type Outcome = Parameters<typeof simulatePayment>[1]["outcome"];

/** A price with what happens to its payment; the last of each shop is in USDT. */
const SHOPS = [
  ["EUR", { rate: "1.0895", way: "usdt_per_unit" }, ["24.90", "0.99", "1234.56"]],
  ["JPY", { rate: "151", way: "units_per_usdt" }, ["2490", "100", "199999"]],
  ["NGN", { rate: "1650", way: "units_per_usdt" }, ["41250", "1650.01", "99999.99"]],
] as const;

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
const SPAN = { from: day(-2), to: day(1), zone: "UTC", now: new Date() };

async function openShop(currency: string, rate: object) {
  const merchant = await createMerchantFixture();
  const ctx = await memberContext(merchant);
  await setMerchantCurrency(ctx, { currency, since: day(0) });
  // the first rate of a business asks whether it is meant
  await setRate(ctx, SetRateInput.parse({ source: "manual", currency, confirmed: true, ...rate }));
  await setRate(ctx, SetRateInput.parse({ source: "par", currency: "USD", confirmed: true }));
  const take = async (body: object, outcomes: Outcome[]): Promise<string> => {
    const { status, json } = await call("create-payment-intent", body, { key: merchant.keys.sandbox });
    expect(status).toBe(200);
    for (const outcome of outcomes) await simulatePayment(ctx, { id: json.intent.id, outcome });
    return json.intent.id;
  };
  const charge = async (amount: string, tip: string): Promise<string> => {
    const pos = await openPosForMember(ctx, merchant.terminalId, "sandbox");
    if (!pos) throw new Error("the keypad can't be opened");
    const price = { currency, amount, tip };
    const { id } = await chargeAtTerminal(pos, ChargeInput.parse({ chargeId: randomUUID(), price }));
    await simulatePayment(ctx, { id, outcome: "paid" });
    return id;
  };
  return { ctx, merchant, take, charge };
}

it("what was received, found, swept and refunded agrees with Funds and the chain, address by address", async () => {
  const merchant = await liveMerchant();
  const { member: ctx, merchantId } = merchant;
  const [first, second] = merchant.addresses.map((address) => hexFromTron(address) as string) as [string, string];
  const { sql } = database();
  let block = 1_000;
  const arrives = async (address: string, micros: bigint, from = randomHex(), hash = randomUUID() as string) => {
    const at = { network: MAINNET, hash, block: ++block };
    await sql`
      insert into transfers (merchant_id, network, tx_hash, log_index, address, from_address, block_number, block_hash,
                             amount_micros, occurred_at, counted)
      values (${merchantId}, ${at.network}, ${at.hash}, 0, ${address}, ${from}, ${at.block}, '0xa', ${micros}, now(), false)`;
  };
  const leaves = async (address: string, micros: bigint, to = randomHex(), hash = randomUUID() as string) => {
    await sql`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      values (${merchantId}, ${MAINNET}, ${hash}, 0, ${address}, ${to}, ${micros}, ${++block}, now())`;
  };
  const holds = (address: string, micros: bigint) => sql`
    update receive_addresses set balance_micros = ${micros}, balance_at = now(), balance_block = null
     where address = ${address} and merchant_id = ${merchantId}`;
  await arrives(first, 30_000_001n);
  await arrives(second, 5_000_000n);
  await leaves(first, 10_000_000n);
  // from one of the business's own addresses to another
  const own = randomUUID();
  await leaves(second, 2_000_000n, first as HexAddress, own);
  await arrives(first, 2_000_000n, second as HexAddress, own);
  await sql`
    update address_ledgers set opening_micros = 7 where network = ${MAINNET} and address = ${first}`;
  await holds(first, 22_000_008n);
  await holds(second, 3_000_000n);
  await bookAll();
  let reconciliation: unknown;
  for await (const piece of readBooks(ctx, SPAN)) if ("reconciliation" in piece) reconciliation = piece.reconciliation;
  const micros = 25_000_008n;
  expect(reconciliation).toMatchObject({
    agrees: true,
    addresses: { count: 2, unread: 0, linesMicros: micros, fundsMicros: micros, chainMicros: micros, differ: [] },
  });
  if (!hasHledger()) return;
  const balances = hledgerBalances(await textOf(exportBooks(ctx, SPAN)));
  expect(balances[`assets:usdt:${tronFromHex(first)} USDT`]).toBe("22.000008");
  expect(balances[`assets:usdt:${tronFromHex(second)} USDT`]).toBe("3");
  expect(balances["assets:usdt:own wallets USDT"]).toBeUndefined();
});

describe("the month of a shop", () => {
  it.each(SHOPS)("in %s closes to the minor unit and the micro-USDT", async (currency, rate, prices) => {
    const { ctx, merchant, take, charge } = await openShop(currency, rate);
    const decimals = decimalsOf(currency) as number;
    const priced: string[] = [];
    for (const amount of prices) {
      priced.push(await take({ amount, currency }, ["paid"]));
      priced.push(await take({ amount, currency }, ["underpaid", "overpaid"]));
      await take({ amount, currency }, ["underpaid"]);
      await take({ amount, currency }, ["late"]);
      priced.push(await charge(amount, "0"), await charge(amount, amount));
    }
    await take({ amount_usdt: 12.345678 }, ["paid"]);
    await take({ amount: "9.99", currency: "USD" }, ["overpaid"]);
    const refunds = priced.map((intentId, index) => ({ intentId, amountMicros: BigInt(300_000 + index) }));
    await bookAll();
    await makeRefunds(ctx, refunds);
    await bookAll();

    const lines = await linesOf(merchant.merchantId);
    const sum = (kinds: string[], of: "micros" | "value", ids: (string | null)[] | null = null) =>
      lines
        .filter((line) => kinds.includes(line.kind) && (ids === null || ids.includes(line.intentId)))
        .reduce((total, line) => total + (line[of] ?? 0n), 0n);
    // each price five times: paid at once, in two parts, at the keypad, and there once more with a tip as large
    const asked = prices.reduce((total, price) => total + 5n * (minorFromDecimal(price, decimals) as bigint), 0n);
    expect(sum(["sale"], "value", priced)).toBe(asked);

    let reconciliation: unknown;
    for await (const piece of readBooks(ctx, SPAN))
      if ("reconciliation" in piece) reconciliation = piece.reconciliation;
    expect(reconciliation).toMatchObject({ agrees: true, sales: { differenceMicros: 0n } });

    if (!hasHledger()) return;
    const balances = hledgerBalances(await textOf(exportBooks(ctx, SPAN)));
    const [held] = await database().sql<[{ micros: bigint }]>`
      select (select sum(amount_micros) from transfers where merchant_id = ${merchant.merchantId})
           - (select sum(amount_micros) from refunds where merchant_id = ${merchant.merchantId}) as micros`;
    expect(balances["assets:usdt USDT"]).toBe(decimalFromMicros(held.micros));
    const money = (minor: bigint) => plain(decimalFromMinor(minor, decimals));
    expect(balances[`revenue:sales ${currency}`]).toBe(money(-sum(["sale"], "value")));
    for (const kind of ["partial", "late", "overpaid"]) {
      expect(balances[`liabilities:customers:${kind} ${currency}`]).toBe(money(-sum([kind], "value")));
    }
    const given = lines.reduce((total, line) => total + (line.reversedValue ?? 0n), 0n);
    expect(balances[`revenue:refunds ${currency}`]).toBe(money(-given));
    const differences = given - sum(["refund"], "value");
    expect(balances[`revenue:exchange differences ${currency}`] ?? "0").toBe(money(differences));
  });
});
