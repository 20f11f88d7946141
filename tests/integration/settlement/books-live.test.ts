import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database } from "@/lib/base/db/client";
import { type HexAddress, hexFromTron } from "@/lib/base/tron/address";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import type { WatchedTransfer } from "@/lib/chain/nodes/chain-transfer";
import { setRefundWallet } from "@/lib/chain/wallets/set-refund-wallet";
import { moveToExpired } from "@/lib/payments/intents/transition";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { insertRefund } from "@/lib/payments/refunds/insert";
import { sumTakings } from "@/lib/payments/reports/takings";
import { bookDue } from "@/lib/settlement/books/book";
import { FillRateInput, fillRate } from "@/lib/settlement/books/fill-rate";
import { ListFundsInput, listFunds } from "@/lib/settlement/funds/funds";
import { recordTransfers } from "@/lib/settlement/ledger/record";
import { call } from "@/tests/support/api";
import { bookAll, brief, linesOf } from "@/tests/support/books";
import { type LiveMerchant, liveMerchant, MAINNET, randomAddresses, randomHex, turnLiveOn } from "@/tests/support/live";
import { fc } from "@/tests/support/property";

turnLiveOn();

let shop: LiveMerchant;
const sql = () => database().sql;
const hex = (address = "") => hexFromTron(address) as HexAddress;
const USDT = 1_000_000n;
let block = 2_000;

beforeEach(async () => {
  shop = await liveMerchant({ wallet: randomAddresses(4) });
  const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
  await setMerchantCurrency(shop.member, { currency: "EUR", since: today });
  await rateSinceBefore();
});

function rate(text: string) {
  const input = { source: "manual", currency: "EUR", rate: text, way: "usdt_per_unit", confirmed: true };
  return setRate(shop.member, SetRateInput.parse(input));
}

/** A transfer as a pass finds it. */
function moved(from: string, to: string, micros: bigint, more: Partial<WatchedTransfer> = {}): WatchedTransfer {
  const txHash = `0x${randomBytes(32).toString("hex")}`;
  const place = { network: MAINNET, txHash, logIndex: 0, blockNumber: ++block, blockHash: `0x${"b".repeat(64)}` };
  return { ...place, from: hexOf(from), to: hexOf(to), amountMicros: micros, occurredAt: new Date(), ...more };
}
const hexOf = (address: string) => (address.startsWith("0x") ? (address as HexAddress) : hex(address));
const record = (...transfers: WatchedTransfer[]) => sql().begin((tx) => recordTransfers(tx, MAINNET, transfers));

async function create(body: object): Promise<{ id: string; address: string }> {
  const { status, json } = await call("create-payment-intent", body, { key: shop.liveKey });
  expect([status, json.error]).toEqual([200, undefined]);
  const [row] = await sql()`select receive_address as address from payment_intents where id = ${json.intent.id}`;
  return { id: json.intent.id, address: row?.address };
}

/** As if the first rate had been in force before anything moved: times here have no microseconds. */
async function rateSinceBefore() {
  await rate("1.25");
  await sql()`
    insert into exchange_rate_history (merchant_id, currency, since, rate, source)
    values (${shop.merchantId}, 'EUR', now() - interval '1 hour', '1.25', 'manual')`;
}

async function booked(): Promise<string[]> {
  await bookAll();
  return (await linesOf(shop.merchantId, "live")).map(brief);
}

/** What each of the business's own addresses holds, by the books and by Funds. */
async function holdings() {
  const { rows } = await listFunds(shop.member, ListFundsInput.parse({ only: "all" }));
  const sums = await sql()<{ address: string; micros: bigint }[]>`
    select address, sum(micros)::bigint as micros from book_lines
     where merchant_id = ${shop.merchantId} and environment = 'live' and asset = 'USDT' group by 1`;
  const byAddress = new Map(sums.map((row) => [row.address, row.micros]));
  return rows.map(({ address, ledgerMicros }) => ({
    address,
    funds: ledgerMicros,
    books: byAddress.get(hex(address)) ?? 0n,
  }));
}

async function expectToAgree() {
  for (const { funds, books } of await holdings()) expect(books).toBe(funds);
  const lines = await linesOf(shop.merchantId, "live");
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  for (const { reverses, micros, value, kind } of lines) {
    if (reverses === null) continue;
    const reversed = byNumber.get(reverses);
    expect([reversed?.kind, reversed?.micros, reversed?.value ?? null]).toEqual([
      kind,
      -micros,
      value === null ? null : -value,
    ]);
  }
}

async function refund(intentId: string | null, { from, to, micros }: { from: string; to: string; micros: bigint }) {
  const by = { userId: shop.member.actor.userId };
  const draft = {
    merchantId: shop.merchantId,
    environment: "live" as const,
    intentId,
    itemId: null,
    network: MAINNET,
    by,
  };
  const { id } = await sql().begin((tx) =>
    insertRefund(tx, { ...draft, from: hexOf(from), to: hexOf(to), amountMicros: micros }),
  );
  return id;
}

describe("live books", () => {
  it("have a line for what came in, at its address, with its value when it came", async () => {
    const { id, address } = await create({ amount: "8", currency: "EUR" });
    const customer = randomHex();
    await record(moved(customer, address, 10n * USDT));
    await rate("2");
    await record(moved(customer, shop.addresses.find((one) => hex(one) !== address) ?? "", 4n * USDT));
    expect(await booked()).toEqual(["sale 10 8", "unassigned 4 2"]);
    const [sale, found] = await linesOf(shop.merchantId, "live");
    expect(sale).toMatchObject({ address, counterparty: customer, intentId: id, rate: "1.25", rateSource: "quote" });
    expect(found).toMatchObject({ intentId: null, rate: "2", rateSource: "manual" });
    await expectToAgree();
  });

  it("value what comes late at the rate of its block, however late it is booked", async () => {
    const { id, address } = await create({ amount: "8", currency: "EUR" });
    await sql().begin((tx) => moveToExpired(tx, [id]));
    await record(moved(randomHex(), address, 10n * USDT));
    await rate("2");
    expect(await booked()).toEqual(["late 10 8"]);
    await expectToAgree();
  });

  it("a refund of half at another rate has its own value, and that of the half which it gives back", async () => {
    const { id, address } = await create({ amount: "8", currency: "EUR" });
    const customer = randomHex();
    await record(moved(customer, address, 10n * USDT));
    await rate("2");
    const refundId = await refund(id, { from: address, to: customer, micros: 5n * USDT });
    const out = moved(address, customer, 5n * USDT);
    await record(out);
    expect(await booked()).toEqual(["sale 10 8", "refund -5 -2.5 of -4"]);
    const [, line] = await linesOf(shop.merchantId, "live");
    expect(line).toMatchObject({ refundId, intentId: id, address, counterparty: customer, txHash: out.txHash });
    await expectToAgree();
  });

  it("what leaves is outgoing, or a sweep to another own address or the refund wallet, which has a line there too", async () => {
    const [a = "", b = ""] = shop.addresses;
    const [wallet = ""] = randomAddresses(1);
    await setRefundWallet(shop.member, { address: wallet });
    await record(moved(randomHex(), a, 10n * USDT));
    const now = Date.now();
    const at = (ms: number) => ({ occurredAt: new Date(now + ms) });
    const others = [moved(a, b, 2n * USDT, at(2)), moved(a, wallet, 3n * USDT, at(3))];
    await record(moved(a, randomHex(), 1n * USDT, at(1)), ...others);
    expect(await booked()).toEqual([
      "unassigned 10 8",
      ...["outgoing -1 -0.8", "sweep 2 1.6", "sweep -2 -1.6", "sweep -3 -2.4", "sweep 3 2.4"],
    ]);
    const lines = await linesOf(shop.merchantId, "live");
    expect(lines.slice(1).map(({ address }) => address)).toEqual([hex(a), hex(b), hex(a), hex(a), hex(wallet)]);
    await record(moved(wallet, b, 1n * USDT));
    expect((await booked()).slice(6)).toEqual(["sweep -1 -0.8", "sweep 1 0.8"]);
    expect((await linesOf(shop.merchantId, "live")).slice(6).map(({ address }) => address)).toEqual([
      hex(wallet),
      hex(b),
    ]);
    await expectToAgree();
  });

  it("a refund that is found for what had left is a correction of the day on which it was found", async () => {
    const { id, address } = await create({ amount: "8", currency: "EUR" });
    const customer = randomHex();
    await record(moved(customer, address, 10n * USDT));
    await record(moved(address, customer, 5n * USDT));
    expect(await booked()).toEqual(["sale 10 8", "outgoing -5 -4"]);
    const refundId = await refund(id, { from: address, to: customer, micros: 5n * USDT });
    await sql()`
      update refunds set status = 'final', final_at = o.occurred_at, outgoing_id = o.id from outgoing_transfers o
       where refunds.id = ${refundId} and o.merchant_id = ${shop.merchantId}`;
    expect(await booked()).toEqual(["sale 10 8", "outgoing -5 -4", "outgoing 5 4 reverses 2", "refund -5 -4 of -4"]);
    await expectToAgree();
  });

  it("what is attached to a payment later is a correction of that day", async () => {
    const { id, address } = await create({ amount: "8", currency: "EUR" });
    const own = shop.addresses.find((one) => hex(one) !== address) ?? "";
    const before = new Date(Date.now() - 3_600_000 / 2);
    await record(moved(randomHex(), own, 10n * USDT, { occurredAt: before }));
    expect(await booked()).toEqual(["unassigned 10 8"]);
    await sql()`update transfers set intent_id = ${id} where merchant_id = ${shop.merchantId}`;
    expect(await booked()).toEqual(["unassigned 10 8", "unassigned -10 -8 reverses 1", "late 10 8"]);
    const lines = await linesOf(shop.merchantId, "live");
    expect(lines[0]?.at).toEqual(before);
    expect(lines[2]).toMatchObject({ intentId: id, at: lines[1]?.at });
    await expectToAgree();
  });

  it("an opening balance is a line, and changes with what Funds say of it", async () => {
    const [a = ""] = shop.addresses;
    await sql()`
      insert into address_ledgers as l (network, address, opening_micros) values (${MAINNET}, ${hex(a)}, 7000000)
      on conflict (network, address) do update set opening_micros = excluded.opening_micros`;
    expect(await booked()).toEqual(["opening 7 5.6"]);
    await sql()`update address_ledgers set opening_micros = -1000000 where address = ${hex(a)}`;
    expect(await booked()).toEqual(["opening 7 5.6", "opening -7 -5.6 reverses 1", "opening -1 -0.8"]);
    await expectToAgree();
    await sql()`update address_ledgers set opening_micros = 0 where address = ${hex(a)}`;
    expect((await booked()).at(-1)).toBe("opening 1 0.8 reverses 3");
    await expectToAgree();
  });

  it("what is found late is dated when it was found, at the rate of its block", async () => {
    const [a = ""] = shop.addresses;
    await sql()`
      insert into merchant_currencies (merchant_id, currency, since, set_by)
      values (${shop.merchantId}, 'EUR', now()::date - 30, ${shop.member.actor.userId})`;
    const before = new Date(Date.now() - 5 * 86_400_000);
    await record(moved(randomHex(), a, 10n * USDT, { occurredAt: before }));
    expect(await booked()).toEqual(["unassigned 10"]);
    const [line] = await linesOf(shop.merchantId, "live");
    expect(line?.at.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const day = before.toISOString().slice(0, 10);
    await fill({ day, rate: "1.6" });
    expect(await booked()).toEqual(["unassigned 10", "unassigned -10 reverses 1", "unassigned 10 6.25"]);
    await expectToAgree();
  });
});

function fill(input: object) {
  return fillRate(shop.member, FillRateInput.parse({ currency: "EUR", way: "usdt_per_unit", ...input }));
}

describe("without a rate", () => {
  it("a line has no value until a person fills one in; each time a correction of today, and refunds follow", async () => {
    await sql()`
      insert into exchange_rate_history (merchant_id, currency, since, rate, source)
      values (${shop.merchantId}, 'EUR', clock_timestamp(), null, 'manual')`;
    const { id, address } = await create({ amount_usdt: 10 });
    const customer = randomHex();
    await record(moved(customer, address, 10n * USDT));
    await refund(id, { from: address, to: customer, micros: 5n * USDT });
    await record(moved(address, customer, 5n * USDT));
    expect(await booked()).toEqual(["sale 10", "refund -5"]);
    const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
    await fill({ day: today, rate: "1.25" });
    const first = ["sale -10 reverses 1", "sale 10 8", "refund 5 reverses 2", "refund -5 -4 of -4"];
    expect((await booked()).slice(2)).toEqual(first);
    // typed again
    await fill({ day: today, rate: "1.6" });
    expect((await booked()).slice(6)).toEqual([
      ...["sale -10 -8 reverses 4", "sale 10 6.25"],
      ...["refund 5 4 of 4 reverses 6", "refund -5 -3.13 of -3.13"],
    ]);
    await bookAll();
    await expectToAgree();
  });

  it.each([
    [{ day: "2026-03-01", until: "2026-02-01", rate: "1" }, "until"],
    [{ day: "2999-03-01", rate: "1" }, "day"],
    [{ day: "2020-01-01", until: "2026-01-01", rate: "1" }, "until"],
    [{ day: "2026-03-01", rate: "0" }, "rate"],
    [{ day: "2026-03-01", rate: "1,2" }, "rate"],
  ])("%j is refused", async (input, field) => {
    await expect(fill(input)).rejects.toMatchObject({
      code: "invalid_request",
      extra: { field },
    });
  });
});

it("another currency applies from its day on: what was booked of that day is corrected, and a price in it counts", async () => {
  const { address } = await create({ amount: "8", currency: "EUR" });
  await record(moved(randomHex(), address, 10n * USDT));
  expect(await booked()).toEqual(["sale 10 8"]);
  await setRate(shop.member, SetRateInput.parse({ source: "par", currency: "USD", confirmed: true }));
  const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
  await setMerchantCurrency(shop.member, { currency: "USD", since: today });
  // there was no rate of USD at that time
  expect(await booked()).toEqual(["sale 10 8", "sale -10 -8 reverses 1", "sale 10"]);
  const next = await create({ amount: "8", currency: "EUR" });
  await record(moved(randomHex(), next.address, 10n * USDT));
  expect((await booked()).slice(3)).toEqual(["sale 10 10"]);
  expect((await linesOf(shop.merchantId, "live")).map(({ currency }) => currency)).toEqual([
    "EUR",
    "EUR",
    "USD",
    "USD",
  ]);
});

describe("fees", () => {
  it("are TRX of the address that paid, with a value only where a rate of TRX is filled in", async () => {
    const [a = ""] = shop.addresses;
    await record(moved(randomHex(), a, 10n * USDT));
    const out = moved(a, randomHex(), 10n * USDT);
    await record(out);
    await sql()`
      update transaction_fees set fee_sun = 13844850, occurred_at = now(), read_at = now(), next_read_at = null
       where tx_hash = ${out.txHash}`;
    expect((await booked()).slice(2)).toEqual(["fee -13.84485"]);
    const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
    await fill({ day: today, asset: "TRX", rate: "4" });
    expect((await booked()).slice(3)).toEqual(["fee 13.84485 reverses 3", "fee -13.84485 -3.46"]);
    await expectToAgree();
  });
});

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      at: fc.nat(3),
      micros: fc.integer({ min: 1, max: 20_000_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("create" as const), cents: fc.integer({ min: 10, max: 2_000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("leave" as const),
      at: fc.nat(3),
      to: fc.nat(5),
      part: fc.integer({ min: 1, max: 100 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("expire" as const), at: fc.nat(9) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("refund" as const), at: fc.nat(9), part: fc.integer({ min: 1, max: 100 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("rate" as const), cents: fc.integer({ min: 50, max: 300 }) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("book" as const), limit: fc.integer({ min: 1, max: 4 }) }) },
);
type Step = typeof step extends { generate(...given: never): { value: infer S } } ? S : never;

it("whatever happens, and whenever it is booked: each address holds what Funds say, and sales are the takings", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      shop = await liveMerchant({ wallet: randomAddresses(4) });
      const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
      await setMerchantCurrency(shop.member, { currency: "EUR", since: today });
      await rateSinceBefore();
      const made: { id: string; address: string }[] = [];
      for (const one of steps) await take(one, made);
      await bookAll();
      await expectToAgree();
      await expectSales(today);
    }),
    { numRuns: 12 },
  );
});

async function take(one: Step, made: { id: string; address: string }[]) {
  const own = shop.addresses.map((address) => hex(address));
  const chosen = made[("at" in one ? one.at : 0) % Math.max(made.length, 1)];
  const held = async (address: string) => {
    const [row] = await sql()`
      select (coalesce(opening_micros, 0) + received_micros - sent_micros)::bigint as micros from address_ledgers where address = ${address}`;
    return (row?.micros ?? 0n) as bigint;
  };
  if (one.do === "pay") await record(moved(randomHex(), own[one.at] as string, BigInt(one.micros)));
  if (one.do === "create" && made.length < 10) {
    const { status, json } = await call(
      "create-payment-intent",
      { amount: (one.cents / 100).toFixed(2), currency: "EUR" },
      { key: shop.liveKey },
    );
    if (status !== 200) return;
    const [row] = await sql()`select receive_address as address from payment_intents where id = ${json.intent.id}`;
    made.push({ id: json.intent.id, address: row?.address });
  }
  if (one.do === "leave") {
    const from = own[one.at] as string;
    const micros = ((await held(from)) * BigInt(one.part)) / 100n;
    if (micros > 0n) await record(moved(from, own[one.to] ?? randomHex(), micros));
  }
  if (one.do === "expire" && chosen) await sql().begin((tx) => moveToExpired(tx, [chosen.id]));
  if (one.do === "refund" && chosen) {
    const [row] = await sql()`
      select received_micros + uncounted_micros - coalesce((select sum(amount_micros) from refunds f where f.intent_id = i.id), 0) as micros
        from payment_intents i where id = ${chosen.id}`;
    const left = BigInt(row?.micros ?? 0);
    const most = await held(chosen.address);
    const micros = ((left < most ? left : most) * BigInt(one.part)) / 100n;
    const to = randomHex();
    if (micros <= 0n) return;
    await refund(chosen.id, { from: chosen.address, to, micros });
    await record(moved(chosen.address, to, micros));
  }
  if (one.do === "rate") await rate((one.cents / 100).toFixed(2));
  if (one.do === "book") await bookDue(systemContext(database(), "test"), { limit: one.limit });
}

async function expectSales(today: string) {
  const [sums] = await sql()`
    select coalesce(sum(micros) filter (where kind = 'sale'), 0) as sales,
           coalesce(sum(value_minor) filter (where kind = 'sale'), 0) as value,
           count(*) filter (where value_minor is null)::int as missing
      from book_lines where merchant_id = ${shop.merchantId}`;
  const [due] = await sql()`
    select coalesce(sum(amount_micros - least(received_micros, amount_micros)), 0) as short, coalesce(sum(price_minor), 0) as value
      from payment_intents where merchant_id = ${shop.merchantId} and status = 'paid'`;
  const takings = await sumTakings(shop.member, { from: today, to: today });
  expect(BigInt(sums?.sales) + BigInt(due?.short)).toBe(takings);
  expect([BigInt(sums?.value), sums?.missing]).toEqual([BigInt(due?.value), 0]);
}
