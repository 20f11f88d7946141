import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, expect, it } from "vitest";
import { type MemberContext, systemContext } from "@/lib/base/context/context";
import { database, type Sql, type Transaction } from "@/lib/base/db/client";
import { setMerchantCurrency } from "@/lib/business/merchants/currency";
import { simulatePayment } from "@/lib/payments/intents/simulate";
import { SetRateInput, setRate } from "@/lib/payments/prices/set-rate";
import { sumTakings } from "@/lib/payments/reports/takings";
import { continueResets } from "@/lib/payments/sandbox/continue-resets";
import { generateSamples } from "@/lib/payments/sandbox/generate-samples";
import { requestReset } from "@/lib/payments/sandbox/request-reset";
import { startTicker } from "@/lib/service/jobs/ticker";
import { bookDue } from "@/lib/settlement/books/book";
import { FillRateInput, fillRate } from "@/lib/settlement/books/fill-rate";
import { nextBookDueMs } from "@/lib/settlement/books/queue";
import { nextFeeDueMs, readDueFees } from "@/lib/settlement/books/read-fees";
import { type LineCursor, readLines } from "@/lib/settlement/books/read-lines";
import { bookAll, brief, linesOf } from "@/tests/support/books";
import { cutting } from "@/tests/support/cut-off";
import { startDispatcher } from "@/tests/support/deliveries";
import { createMerchantFixture, type MerchantFixture } from "@/tests/support/fixtures";
import { MAINNET, randomHex } from "@/tests/support/live";
import { waitForLocks } from "@/tests/support/locks";
import { memberContext } from "@/tests/support/member-context";
import { makePayments } from "@/tests/support/payments";
import { rowsReadBy } from "@/tests/support/plans";
import { waitFor } from "@/tests/support/wait";
import { withResolvers } from "@/tests/support/with-resolvers";

let shop: MerchantFixture;
let ctx: MemberContext;
const sql = () => database().sql;
const engine = () => systemContext(database(), "test");

/** An engine whose statements are all part of a transaction. */
function within(tx: Transaction) {
  return { ...engine(), db: { ...database(), sql: Object.assign(tx, { begin: tx.savepoint }) as unknown as Sql } };
}

beforeEach(async () => {
  await bookAll();
  shop = await createMerchantFixture();
  ctx = await memberContext(shop);
  const [{ day }] = await sql()<[{ day: string }]>`select (now()::date - 60)::text as day`;
  await setMerchantCurrency(ctx, { currency: "EUR", since: day });
  const rate = { source: "manual", currency: "EUR", rate: "1.25", way: "usdt_per_unit", confirmed: true };
  await setRate(ctx, SetRateInput.parse(rate));
  await sql()`
    insert into exchange_rate_history (merchant_id, currency, since, rate, source)
    values (${shop.merchantId}, 'EUR', now() - interval '60 days', '1.25', 'manual')`;
});

/** What stands of each transfer and refund, and what they are. */
async function difference() {
  const [row] = await sql()`
    with facts as (
      select id, amount_micros as micros from transfers where merchant_id = ${shop.merchantId}
      union all
      select id, -amount_micros from refunds where merchant_id = ${shop.merchantId} and simulated_tx_hash is not null),
    booked as (select source_id as id, sum(micros) as micros from book_lines where merchant_id = ${shop.merchantId} group by 1)
    select count(*)::int as facts, count(*) filter (where f.micros is distinct from b.micros)::int as differing
      from facts f full join booked b using (id)`;
  return row;
}

async function expectWhole() {
  const found = await difference();
  expect(found?.facts).toBeGreaterThan(0);
  expect(found?.differing).toBe(0);
  const lines = await linesOf(shop.merchantId);
  expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
}

it("a month of payments is booked once by four engines at once, and its sales are the takings to the micro-USDT", async () => {
  await generateSamples(ctx, { seed: 7 });
  const lots = async () => {
    while ((await bookDue(engine(), { limit: 37 })) > 0);
  };
  await Promise.all([lots(), lots(), lots(), lots()]);
  await expectWhole();
  const [{ from, to }] = await sql()<[{ from: string; to: string }]>`
    select (now()::date - 62)::text as from, now()::date::text as to`;
  const [sums] = await sql()`
    select sum(l.micros) filter (where l.kind = 'sale') as sales,
           (select sum(amount_micros - least(received_micros, amount_micros)) from payment_intents
             where merchant_id = ${shop.merchantId} and status = 'paid') as short,
           count(*) filter (where value_minor is null)::int as missing
      from book_lines l where l.merchant_id = ${shop.merchantId}`;
  expect(BigInt(sums?.sales) + BigInt(sums?.short)).toBe(await sumTakings(ctx, { from, to }));
  expect(sums?.missing).toBe(0);
  expect(await bookDue(engine())).toBe(0);
});

it("the embedded engine books what moved", async () => {
  await generateSamples(ctx, { seed: 2 });
  const running = startTicker(engine(), startDispatcher());
  await waitFor("the books", async () => (await sql()`select from book_queue`).length === 0).finally(() =>
    running.stop(),
  );
  await expectWhole();
});

it("an engine that ends at any statement leaves nothing half booked, and the next one books the rest", async () => {
  await generateSamples(ctx, { seed: 3 });
  let isOver = false;
  for (let last = 1; !isOver; last++) {
    const db = cutting(database(), (statement) => {
      if (statement > last) throw new Error("the process has ended");
    });
    isOver = await bookDue({ ...engine(), db }, { limit: 15 }).then(
      () => true,
      () => false,
    );
    const lines = await linesOf(shop.merchantId);
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, index) => index + 1));
  }
  await bookAll();
  await expectWhole();
});

it("what was recorded before the books existed is booked too, with what the triggers have queued meanwhile", async () => {
  await generateSamples(ctx, { seed: 5 });
  await sql()`delete from book_queue where merchant_id = ${shop.merchantId}`;
  expect(await bookDue(engine())).toBe(0);
  await sql()`
    update book_history set done_at = null, after_at = '-infinity', after_id = '00000000-0000-0000-0000-000000000000'`;
  expect(await nextBookDueMs(engine())).toBe(0);
  await bookAll();
  await expectWhole();
  expect(await nextBookDueMs(engine())).toBeNull();
});

it("what can't be booked waits, and keeps nothing else out of the books", async () => {
  await generateSamples(ctx, { seed: 9 });
  // a line has the number that is to be the next one
  const other = await createMerchantFixture();
  await sql()`
    insert into book_lines (merchant_id, environment, number, kind, occurred_at, asset, micros, network, tx_hash, source_id)
    values (${other.merchantId}, 'sandbox', 1, 'late', now(), 'USDT', 1, 'sandbox', 'x', gen_random_uuid())`;
  await sql()`
    with i as (
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, expires_at)
      values (gen_random_uuid(), ${other.merchantId}, ${other.terminalId}, 'sandbox', 5, now()) returning id, merchant_id)
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    select merchant_id, id, 'sandbox', ${randomUUID()}, 0, 5, now(), true from i`;
  while ((await bookDue(engine())) > 0);
  await expectWhole();
  const waiting = await sql()`select merchant_id, not_before > now() as "isPutOff" from book_queue`;
  expect([...waiting]).toEqual([{ merchant_id: other.merchantId, isPutOff: true }]);
  await sql()`insert into books (merchant_id, environment, last_number) values (${other.merchantId}, 'sandbox', 1)`;
  await sql()`update book_queue set not_before = now()`;
  await bookAll();
  expect((await linesOf(other.merchantId)).map(brief)).toEqual(["late 0.000001", "partial 0.000005"]);
});

it("a reset of the sandbox deletes its lines, also those that an engine is just booking", async () => {
  await generateSamples(ctx, { seed: 11 });
  await bookDue(engine(), { limit: 20 });
  await requestReset(ctx, { confirmation: "Corner Bookshop" });
  const [reached, goesOn] = [withResolvers<void>(), withResolvers<void>()];
  const db = cutting(database(), (_, text) => {
    if (!/insert into book_lines/.test(text)) return;
    reached.resolve();
    return goesOn.promise;
  });
  const booking = bookDue({ ...engine(), db }, { limit: 50 });
  await reached.promise;
  const resetting = continueResets(engine(), 1);
  await waitForLocks();
  goesOn.resolve();
  await Promise.all([booking, resetting]);
  await continueResets(engine(), 1_000);
  await bookAll();
  const [left] = await sql()`
    select (select count(*)::int from transfers where merchant_id = ${shop.merchantId}) as transfers,
           (select count(*)::int from book_lines where merchant_id = ${shop.merchantId}) as lines`;
  expect(left).toEqual({ transfers: 0, lines: 0 });
  // numbers go on
  await generateSamples(ctx, { seed: 12 });
  await bookAll();
  expect((await linesOf(shop.merchantId))[0]?.number).toBeGreaterThan(1);
});

it("lines are read by their days in the business's zone, page by page, with reference and terminal", async () => {
  await sql()`update merchants set time_zone = 'Pacific/Auckland' where id = ${shop.merchantId}`;
  await generateSamples(ctx, { seed: 13 });
  await bookAll();
  const all = await linesOf(shop.merchantId);
  const [{ from, to }] = await sql()<[{ from: string; to: string }]>`
    select ((now() at time zone 'Pacific/Auckland')::date - 62)::text as from, (now() at time zone 'Pacific/Auckland')::date::text as to`;
  const read: Awaited<ReturnType<typeof readLines>> = [];
  let after: LineCursor | undefined;
  do {
    const page = await readLines(ctx, { from, to, after, limit: 7 });
    read.push(...page);
    after = page.at(-1)?.cursor;
  } while (after);
  expect(read.map((line) => line.number).toSorted((a, b) => a - b)).toEqual(all.map((line) => line.number));
  expect(read.every(({ terminal }) => terminal === "Front desk")).toBe(true);
  const day = read[Math.floor(read.length / 2)]?.day ?? "";
  const ofDay = await readLines(ctx, { from: day, to: day, limit: 1_000 });
  expect(ofDay.map((line) => line.number)).toEqual(read.filter((line) => line.day === day).map((line) => line.number));
  const [zone] = await sql()`
    select min(occurred_at at time zone 'Pacific/Auckland')::date::text as first, max(occurred_at at time zone 'Pacific/Auckland')::date::text as last
      from book_lines where merchant_id = ${shop.merchantId} and number = any(${ofDay.map((line) => line.number)}::bigint[])`;
  expect(zone).toEqual({ first: day, last: day });
});

it("booking a payment reads neither the other lines of its business nor its other payments", async () => {
  await sql()`
    insert into book_lines (merchant_id, environment, number, kind, occurred_at, asset, micros, network, tx_hash, source_id)
    select ${shop.merchantId}, 'sandbox', n, 'late', now(), 'USDT', 1, 'sandbox', 'x', gen_random_uuid()
      from generate_series(1, 20000) n`;
  await sql()`insert into books (merchant_id, environment, last_number) values (${shop.merchantId}, 'sandbox', 20000)`;
  const [{ id } = { id: "" }] = await makePayments(shop, [
    { status: "pending", createdAt: new Date().toISOString() },
    ...Array.from({ length: 2_000 }, () => ({})),
  ]);
  await bookAll();
  await sql()`analyze book_lines, payment_intents, transfers`;
  for (const table of ["book_lines", "payment_intents", "transfers"]) {
    await simulatePayment(ctx, { id, outcome: "underpaid" });
    const read = await rowsReadBy(table, (tx) => bookDue(within(tx)));
    expect([table, read < 100 ? "few" : read]).toEqual([table, "few"]);
  }
  expect((await linesOf(shop.merchantId)).at(-1)).toMatchObject({ number: 20_003, kind: "partial", intentId: id });
});

/** An engine that has taken what is queued, and adds its lines only once `goesOn` is resolved. */
async function bookUntilLines() {
  const [reached, goesOn] = [withResolvers<void>(), withResolvers<void>()];
  const db = cutting(database(), (_, text) => {
    if (!/insert into book_lines/.test(text)) return;
    reached.resolve();
    return goesOn.promise;
  });
  const booking = bookDue({ ...engine(), db });
  await reached.promise;
  return { booking, goesOn };
}

it("a rate that is filled in while a payment is booked without one reaches its line", async () => {
  await bookAll();
  await sql()`
    insert into exchange_rate_history (merchant_id, currency, since, rate, source)
    values (${shop.merchantId}, 'EUR', clock_timestamp(), null, 'manual')`;
  const [{ id } = { id: "" }] = await makePayments(shop, [{ status: "pending", createdAt: new Date().toISOString() }]);
  await simulatePayment(ctx, { id, outcome: "paid" });
  const { booking, goesOn } = await bookUntilLines();
  const [{ today }] = await sql()<[{ today: string }]>`select now()::date::text as today`;
  await fillRate(ctx, FillRateInput.parse({ currency: "EUR", day: today, rate: "1.25", way: "usdt_per_unit" }));
  const another = bookDue(engine());
  await waitForLocks();
  goesOn.resolve();
  await Promise.all([booking, another]);
  await bookAll();
  expect((await linesOf(shop.merchantId)).map(brief)).toEqual(["sale 12.5", "sale -12.5 reverses 1", "sale 12.5 10"]);
});

it("no payment waits for the books", async () => {
  const [{ id } = { id: "" }] = await makePayments(shop, [{ status: "pending", createdAt: new Date().toISOString() }]);
  await simulatePayment(ctx, { id, outcome: "underpaid" });
  const { booking, goesOn } = await bookUntilLines();
  // while these books are held and the payment's rows of the queue are taken
  await simulatePayment(ctx, { id, outcome: "paid" });
  goesOn.resolve();
  await booking;
  await bookAll();
  await expectWhole();
});

let server: Server | undefined;
afterAll(() => {
  server?.closeAllConnections();
  server?.close();
});

it("a fee is read from a node once, retried until one knows it, and only an own address's counts", async () => {
  const answers = new Map<string, object>();
  let asked = 0;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      asked++;
      const { value } = JSON.parse(Buffer.concat(chunks).toString()) as { value: string };
      response.end(JSON.stringify(answers.get(`${request.url} ${value}`) ?? {}));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const httpUrls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
  const network = { id: MAINNET, name: "TRON", chainId: 1, isPublic: true, token: randomHex(), rpcUrls: [], httpUrls };
  const reader = { ...engine(), settings: { ...engine().settings, network } };
  const [own, stranger] = [randomHex(), randomHex()];
  await sql()`
    with w as (insert into receiving_wallets (merchant_id, kind) values (${shop.merchantId}, 'list') returning id)
    insert into receive_addresses (merchant_id, wallet_id, address) select ${shop.merchantId}, id, ${own} from w`;
  const [mine = "", theirs = "", unknown = ""] = [1, 2, 3].map((n) => n.toString(16).repeat(64));
  for (const txId of [mine, theirs, unknown]) {
    await sql()`
      insert into outgoing_transfers (merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros,
                                      block_number, occurred_at)
      values (${shop.merchantId}, ${MAINNET}, ${`0x${txId}`}, 0, ${own}, ${randomHex()}, 5, 1, now()),
             (${shop.merchantId}, ${MAINNET}, ${`0x${txId}`}, 1, ${own}, ${randomHex()}, 6, 1, now())`;
  }
  const paid = (txId: string, payer: string, fee?: number) => {
    answers.set(`/wallet/gettransactioninfobyid ${txId}`, { id: txId, fee, blockTimeStamp: 1_772_000_000_000 });
    const contract = [{ parameter: { value: { owner_address: `41${payer.slice(2)}` } } }];
    answers.set(`/wallet/gettransactionbyid ${txId}`, { txID: txId, raw_data: { contract } });
  };
  paid(mine, own, 13_844_850);
  paid(theirs, stranger, 9_000_000);
  expect(await nextFeeDueMs(reader)).toBe(0);
  expect(await readDueFees(reader)).toBe(2);
  const before = asked;
  expect(await readDueFees(reader)).toBe(0);
  expect(asked).toBe(before);
  await bookAll();
  const fees = (await linesOf(shop.merchantId, "live")).filter(({ kind }) => kind === "fee");
  expect(fees.map((line) => [brief(line), line.address, line.at])).toEqual([
    ["fee -13.84485", own, new Date(1_772_000_000_000)],
  ]);
  // a node has it after all; a transaction that burns nothing has no line
  paid(unknown, own);
  await sql()`update transaction_fees set next_read_at = now() where next_read_at is not null`;
  expect(await readDueFees(reader)).toBe(1);
  await bookAll();
  expect((await linesOf(shop.merchantId, "live")).filter(({ kind }) => kind === "fee")).toHaveLength(1);
  expect(await nextFeeDueMs(reader)).toBeNull();
});
