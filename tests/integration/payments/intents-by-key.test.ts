import { beforeAll, expect, it } from "vitest";
import type { Context, KeyContext } from "@/lib/base/context/context";
import { readSettings } from "@/lib/base/context/settings";
import { database, type Sql, type Transaction } from "@/lib/base/db/client";
import { SCOPES } from "@/lib/base/values/scopes";
import { ListIntentsQuery } from "@/lib/payments/lists/intent-schemas";
import { type IntentPage, listIntents } from "@/lib/payments/lists/list-intents";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { rowsReadBy } from "@/tests/support/plans";

const MANY = 20_000;
const TERMINALS = 100;
/** In rows: some for each status of a page, and far from one for each intent or terminal. */
const FEW = 500;

let whole: KeyContext;
let ofOne: KeyContext;

/** A business with many intents of many terminals: one of a thousand cancelled, half of them with one reference. */
beforeAll(async () => {
  const { sql } = database();
  const { merchantId, terminalId } = await createMerchantFixture();
  // as of a young business: PostgreSQL knows nothing about its terminals yet
  await sql`alter table terminals set (autovacuum_enabled = false)`;
  await sql`
    insert into terminals (merchant_id, name) select ${merchantId}, 'Till ' || n from generate_series(2, ${TERMINALS}::int) n`;
  await sql`alter table payment_intents disable trigger user`;
  await sql`
    insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, status, reference, created_at,
                                 expires_at, paid_at, cancelled_at)
    select gen_random_uuid(), ${merchantId}, t.ids[1 + n % ${TERMINALS}::int], 'sandbox', n, status,
           case when n % 2 = 0 then 'POS' else 'order-' || n end, at, at, case status when 'paid' then at end,
           case status when 'cancelled' then at end
      from (select array_agg(id order by id) as ids from terminals where merchant_id = ${merchantId}) t,
           generate_series(1, ${MANY}::int) n,
           lateral (select now() - n * interval '1 minute' as at,
                           case n % 1000 when 7 then 'cancelled' when 8 then 'pending' else 'paid' end as status) s`;
  await sql`alter table payment_intents enable trigger user`;
  await sql`
    insert into transfers (merchant_id, intent_id, network, tx_hash, log_index, amount_micros, occurred_at, counted)
    select merchant_id, id, 'sandbox', gen_random_uuid()::text, 0, 5, created_at, true
      from payment_intents where merchant_id = ${merchantId}`;
  await sql.unsafe("analyze payment_intents, transfers");
  const terminal = { id: terminalId, name: "Front desk", intentLifeSeconds: 1_800 };
  const key = { isRestricted: true, scopes: SCOPES, ipRanges: [], merchantId, environment: "sandbox" as const };
  const base = { db: database(), settings: readSettings(), actor: { type: "api_key" as const, keyId: merchantId } };
  whole = { ...base, ...key, terminal: null, terminalIds: null };
  ofOne = { ...base, ...key, terminal, terminalIds: [terminalId] };
});

const list = (ctx: KeyContext, query: Record<string, string>) => listIntents(ctx, ListIntentsQuery.parse(query));

function within<C extends Context>(tx: Transaction, ctx: C): C {
  return { ...ctx, db: { ...ctx.db, sql: Object.assign(tx, { begin: tx.savepoint }) as unknown as Sql } };
}

async function readFor(ctx: KeyContext, query: Record<string, string>) {
  let page: IntentPage | undefined;
  const read = await rowsReadBy("payment_intents", async (tx) => {
    page = await list(within(tx, ctx), query);
  });
  return { read, found: page?.intents.length, next: page?.next ?? null };
}

const LONG_AGO = { created_before: new Date(Date.now() - 15_000 * 60_000).toISOString() };

it.each([
  ["the first page", {}, 20],
  ["a deep one", LONG_AGO, 20],
  ["a rare status", { status: "cancelled" }, 20],
  ["a rare status long ago", { status: "cancelled", ...LONG_AGO }, 5],
  ["a reference", { reference: "order-15001" }, 1],
  ["an unknown reference", { reference: "order-" }, 0],
] as const)("of all terminals, %s is read without the others", async (_, query, count) => {
  const { read, found } = await readFor(whole, query);
  expect(found).toBe(count);
  expect(read).toBeLessThan(FEW);
});

it.each([
  ["the first page", {}],
  ["a deep one", LONG_AGO],
  ["a rare status", { status: "cancelled" }],
] as const)("of one terminal, %s is read without the others", async (_, query) => {
  expect((await readFor(ofOne, query)).read).toBeLessThan(FEW);
});

it("the last page of many is read like the first", async () => {
  let after: string | null = null;
  for (let pages = 0; pages < 30; pages++) {
    const { next }: IntentPage = await list(whole, { limit: "100", ...(after && { after }) });
    after = next;
  }
  expect((await readFor(whole, { after: after ?? "" })).read).toBeLessThan(FEW);
});

it("a reference of half of all intents is searched for in steps of a bounded size, and each is found once", async () => {
  const first = await readFor(whole, { reference: "POS", limit: "100" });
  expect(first.read).toBeLessThan(4_000);
  const ids: string[] = [];
  let [after, short]: [string | null, number] = [null, 0];
  do {
    const query: Record<string, string> = { reference: "POS", limit: "100", ...(after && { after }) };
    const page: IntentPage = await list(whole, query);
    if (page.intents.length < 100) short++;
    ids.push(...page.intents.map(({ id }) => id));
    after = page.next;
  } while (after);
  expect([ids.length, new Set(ids).size]).toEqual([MANY / 2, MANY / 2]);
  // those with few hits of a status end early, and only those
  expect(short).toBeLessThan(40);
});

it("a page of a hundred reads their transfers once, and not for each terminal", async () => {
  const read = await rowsReadBy("transfers", async (tx) => {
    expect((await list(within(tx, whole), { limit: "100" })).intents.length).toBe(100);
  });
  expect(read).toBeLessThan(FEW);
});

it("a page of a hundred intents is two statements", async () => {
  let statements = 0;
  const { sql } = database();
  // a statement is awaited, a fragment isn't
  const counting = (parts: TemplateStringsArray, ...values: never[]) =>
    new Proxy(sql(parts, ...values), {
      get(query, name) {
        if (name === "then") statements++;
        const value = Reflect.get(query, name);
        return typeof value === "function" ? value.bind(query) : value;
      },
    });
  const ctx = { ...whole, db: { ...whole.db, sql: Object.assign(counting, sql) as unknown as Sql } };
  const { intents } = await list(ctx, { limit: "100" });
  expect([intents.length, intents.filter(({ transfers }) => transfers.length === 1).length]).toEqual([100, 100]);
  expect(statements).toBe(2);
});
