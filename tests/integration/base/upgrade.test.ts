import { describe, expect, it } from "vitest";
import journal from "@/drizzle/migrations/meta/_journal.json";
import type { Sql } from "@/lib/base/db/client";
import { migrateDatabase, requireSchema } from "@/lib/base/db/migrate";
import { EnvError } from "@/lib/base/process/env";
import { emptyDatabase, migrations, rowsOf } from "@/tests/support/backups";
import { earlierDatabase } from "@/tests/support/earlier-database";

/** Installations are upgraded from the baseline of version 1.0 on. */

const times = journal.entries.map(({ when }) => when);
const [baseline = 0] = times;

const applied = async (sql: Sql) =>
  (await sql`select created_at::float8 as at from drizzle.__drizzle_migrations order by id`).map(({ at }) => at);

/** Notes migrations as applied, with those from before 1.0 for an installation that has had them. */
const note = (sql: Sql, ...at: number[]) =>
  sql`insert into drizzle.__drizzle_migrations (hash, created_at) select 'earlier', unnest(${at}::bigint[])`;

describe("a start, of several processes at once,", () => {
  const startAll = (url: string) => Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url, migrations)));

  it("applies every migration to an empty database once", async () => {
    const { url, sql } = await emptyDatabase();
    await startAll(url);
    expect(await applied(sql)).toEqual(times);
  });

  it("applies what came after the baseline to an installation from before 1.0 that has its schema", async () => {
    const { url, sql } = await earlierDatabase();
    await sql`delete from drizzle.__drizzle_migrations`;
    await note(sql, baseline - 2, baseline - 1, baseline);
    await startAll(url);
    expect(await applied(sql)).toEqual([baseline - 2, baseline - 1, ...times]);
  });

  it("applies nothing to a database that has everything", async () => {
    const { url, sql, upgrade } = await earlierDatabase();
    await upgrade();
    await sql`update drizzle.__drizzle_migrations set hash = 'from before'`;
    await startAll(url);
    expect(await applied(sql)).toEqual(times);
    expect(await sql`select distinct hash from drizzle.__drizzle_migrations`).toEqual([{ hash: "from before" }]);
  });

  it("refuses a database from before the baseline in words, as commands do, and changes nothing", async () => {
    const { url, sql } = await emptyDatabase();
    await sql`create schema drizzle`;
    await sql`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
    await note(sql, baseline - 2, baseline - 1);
    await sql`create table merchants (name text)`;
    for (const run of [startAll, (to: string) => requireSchema(to, migrations)]) {
      const refused = await run(url).catch((error) => error);
      expect(refused).toBeInstanceOf(EnvError);
      expect(refused.message).toMatch(/from before version 1\.0.*commit 9e492113\) once, stop it, and then start this/);
    }
    expect(await applied(sql)).toEqual([baseline - 2, baseline - 1]);
    expect(await rowsOf(sql)).toEqual({ merchants: [] });
  });
});

describe("an installation of the baseline that is upgraded", () => {
  it("keeps every row, and new columns have their defaults", async () => {
    const { sql, upgrade } = await earlierDatabase();
    await sql.unsafe(INSTALLATION);
    const before = await jsonRows(sql);
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(20);

    await upgrade();
    const after = await jsonRows(sql);
    for (const [table, rows] of Object.entries(before)) {
      const columns = Object.keys(rows[0] ?? {});
      const kept = after[table]?.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
      expect({ table, rows: sorted(kept ?? []) }).toEqual({ table, rows: sorted(rows) });
    }
    expect(await sql`select export_format, two_step_link_until from users`).toEqual([
      { export_format: "csv", two_step_link_until: null },
    ]);
  });

  it("goes on with its sums, flags and ledgers", async () => {
    const { sql, upgrade } = await earlierDatabase();
    await sql.unsafe(INSTALLATION);
    const sums = async () => {
      const [found] = await sql`
        select (select sum(sales_count)::int from sales_sums where span = 'day') as paid,
               (select sum(expired_count)::int from unpaid_sums where span = 'day') as expired,
               (select array_agg(flags order by flags) from payment_intents where flags <> 0) as flags,
               (select received_micros::int from address_ledgers) as received,
               (select sent_micros::int from address_ledgers) as sent`;
      return found;
    };
    expect(await sums()).toEqual({ paid: 1, expired: 1, flags: [2, 5], received: 12, sent: 7 });
    await upgrade();
    await sql`
      update payment_intents set status = 'expired', expired_at = '2026-03-01T11:00:00Z', received_micros = 3
       where status = 'pending'`;
    await sql`
      insert into transfers (merchant_id, network, tx_hash, log_index, address, amount_micros, occurred_at, counted)
      select merchant_id, network, tx_hash, 1, address, 100, now(), false from transfers where address is not null`;
    expect(await sums()).toEqual({ paid: 1, expired: 2, flags: [1, 2, 5], received: 112, sent: 7 });
    expect(await sql`select from price_sums`).toHaveLength(0);
    await sql`
      insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, expires_at,
                                   price_currency, price_minor, price_rate, price_source, price_spread_bps)
      values (gen_random_uuid(), ${MERCHANT}, ${TERMINAL}, 'sandbox', 10, 10, now(), 'EUR', 2490, '1.0895', 'manual', 0)`;
    await sql`update payment_intents set status = 'paid', paid_at = '2026-03-01T12:00:00Z' where status = 'pending'`;
    expect(await sums()).toMatchObject({ paid: 2, expired: 2 });
    expect(await sql`select currency, price_minor::int as minor from price_sums where span = 'day'`).toEqual([
      { currency: "EUR", minor: 2_490 },
    ]);
  });
});

type Row = Record<string, unknown>;

const sorted = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

async function jsonRows(sql: Sql): Promise<Record<string, Row[]>> {
  const tables = await sql<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`;
  const all: Record<string, Row[]> = {};
  for (const { name } of tables) {
    const rows = await sql<{ row: Row }[]>`select to_jsonb(t) as row from ${sql(name)} t`;
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, "0")}`;
const address = (last: number) => `0x${String(last).padStart(40, "0")}`;
const [MERCHANT, USER, TERMINAL, WALLET] = [id(1), id(2), id(3), id(4)];
const [PENDING, EXPIRED, PAID, LIVE] = [id(11), id(12), id(13), id(14)];
const [ADDRESS, TRANSFER, ITEM, OUTGOING, REFUND, ENDPOINT, EVENT] = [21, 22, 23, 24, 25, 26, 27].map(id);

/** A business with some of everything, as the baseline stored it. Amounts are in micros. */
const INSTALLATION = `
  insert into merchants (id, name) values ('${MERCHANT}', 'Shop');
  insert into users (id, email, name, password_hash) values ('${USER}', 'owner@shop.example', 'Olga', 'x');
  insert into memberships (merchant_id, user_id, role) values ('${MERCHANT}', '${USER}', 'owner');
  insert into terminals (id, merchant_id, name) values ('${TERMINAL}', '${MERCHANT}', 'Bar');
  insert into api_keys (merchant_id, terminal_id, environment, key_hash, last4)
    values ('${MERCHANT}', '${TERMINAL}', 'sandbox', sha256('k'), 'abcd');
  insert into receiving_wallets (id, merchant_id, kind) values ('${WALLET}', '${MERCHANT}', 'list');
  insert into receive_addresses (id, merchant_id, wallet_id, address)
    values ('${ADDRESS}', '${MERCHANT}', '${WALLET}', '${address(1)}');
  insert into chain_cursors (network, block_number, block_hash, block_time, finalized_number, finalized_hash, finalized_time,
                             head_number, passed_at, provider)
    values ('nile', 900, '0x1', now(), 900, '0x1', now(), 920, now(), 'node');
  insert into payment_intents (id, merchant_id, terminal_id, environment, amount_micros, received_micros, reference, receive_address,
                               expires_at)
    values ('${PENDING}', '${MERCHANT}', '${TERMINAL}', 'sandbox', 10, 0, 'Table 4', null, now()),
           ('${EXPIRED}', '${MERCHANT}', '${TERMINAL}', 'sandbox', 10, 4, null, null, now()),
           ('${PAID}', '${MERCHANT}', '${TERMINAL}', 'sandbox', 10, 12, 'Order 1', null, now()),
           ('${LIVE}', '${MERCHANT}', '${TERMINAL}', 'live', 12, 0, 'Order 2', '${address(1)}', now());
  update payment_intents set status = 'expired', expired_at = '2026-03-01T10:30:00Z' where id = '${EXPIRED}';
  update payment_intents set status = 'paid', paid_at = '2026-03-01T10:30:00Z' where id = '${PAID}';
  update payment_intents set status = 'cancelled', cancelled_at = '2026-02-01T10:30:00Z' where id = '${LIVE}';
  insert into address_leases (address_id, intent_id, leased_at_block) values ('${ADDRESS}', '${LIVE}', 900);
  insert into transfers (id, merchant_id, intent_id, network, tx_hash, log_index, address, amount_micros, occurred_at, counted)
    values ('${TRANSFER}', '${MERCHANT}', '${LIVE}', 'nile', 'a', 0, '${address(1)}', 12, now(), true),
           (gen_random_uuid(), '${MERCHANT}', '${EXPIRED}', 'sandbox', 'b', 0, null, 7, now(), false);
  insert into outgoing_transfers (id, merchant_id, network, tx_hash, log_index, from_address, to_address, amount_micros, block_number,
                                  occurred_at)
    values ('${OUTGOING}', '${MERCHANT}', 'nile', 'c', 0, '${address(1)}', '${address(9)}', 7, 950, now());
  insert into attention_items (id, merchant_id, kind, intent_id, amount_micros)
    values ('${ITEM}', '${MERCHANT}', 'after_cancel', '${LIVE}', 12);
  insert into refund_addresses (payment_intent_id, merchant_id, address) values ('${LIVE}', '${MERCHANT}', '${address(9)}');
  insert into refunds (id, merchant_id, item_id, from_address, to_address, amount_micros, prepared_by)
    values ('${REFUND}', '${MERCHANT}', '${ITEM}', '${address(1)}', '${address(9)}', 7, '${USER}');
  insert into sent_transactions (merchant_id, network, tx_hash, refund_id, from_address, to_address, amount_micros, expires_at, sent_by)
    values ('${MERCHANT}', 'nile', '0x${"d".repeat(64)}', '${REFUND}', '${address(1)}', '${address(9)}', 7, now(), '${USER}');
  insert into webhook_endpoints (id, merchant_id, environment, url, event_types, secret)
    values ('${ENDPOINT}', '${MERCHANT}', 'sandbox', 'https://shop.example/hooks', '{intent.paid}', 's');
  insert into events (id, merchant_id, intent_id, environment, type, body)
    values ('${EVENT}', '${MERCHANT}', '${PAID}', 'sandbox', 'intent.paid', '{}');
  insert into webhook_deliveries (id, event_id, endpoint_id) values ('${id(31)}', '${EVENT}', '${ENDPOINT}');
  insert into webhook_attempts (delivery_id, number, started_at, duration_ms) values ('${id(31)}', 1, now(), 5);
  insert into shifts (merchant_id, terminal_id, environment, number, opened_by, paid_count_before, paid_micros_before, tip_micros_before,
                      expired_count_before, cancelled_count_before)
    values ('${MERCHANT}', '${TERMINAL}', 'sandbox', 1, 'Olga', 0, 0, 0, 0, 0);
  insert into payment_views (merchant_id, user_id, name, query) values ('${MERCHANT}', '${USER}', 'Paid', 'status=paid');
  insert into payment_notes (intent_id, merchant_id, note, tags, edited_by)
    values ('${PAID}', '${MERCHANT}', 'Regular', '{vip}', '${USER}');
  insert into notification_preferences (merchant_id, user_id, environment) values ('${MERCHANT}', '${USER}', 'live');
  insert into audit_log (merchant_id, actor_type, action, target_type, target_id)
    values ('${MERCHANT}', 'user', 'merchant.created', 'merchant', '${MERCHANT}');
`;
