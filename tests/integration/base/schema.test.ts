import { readdirSync, readFileSync } from "node:fs";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { expect, it } from "vitest";
import journal from "@/drizzle/migrations/meta/_journal.json";
import * as schema from "@/drizzle/schema";
import { database, type Sql } from "@/lib/base/db/client";
import { emptyDatabase } from "@/tests/support/backups";

/** The migrations make what `drizzle/schema` declares, and beside it what is written by hand. */

const META = "drizzle/migrations/meta";
const declared = generateDrizzleJson(schema);

it("the newest migration has the only snapshot, and it is the schema: generating a migration has nothing to do", async () => {
  const number = String(journal.entries.at(-1)?.idx).padStart(4, "0");
  expect(readdirSync(META).sort()).toEqual([`${number}_snapshot.json`, "_journal.json"]);
  const snapshot = JSON.parse(readFileSync(`${META}/${number}_snapshot.json`, "utf8"));
  expect(await generateMigration(snapshot, declared)).toEqual([]);
});

it("a migrated database has the declared columns, constraints and indexes, and no others", async () => {
  const { sql } = await emptyDatabase();
  const migrated = database().sql;
  await sql.unsafe(await definitionOf(migrated, "reference_parts"));
  for (const statement of await generateMigration(generateDrizzleJson({}), declared)) await sql.unsafe(statement);
  const made = await shapeOf(sql);
  expect(made.length).toBeGreaterThan(1_000);
  expect(await shapeOf(migrated)).toEqual(made);
});

it("a migrated database has the guards, sums and ledgers that are written by hand", async () => {
  const { sql } = database();
  const triggers = await sql<{ table: string; names: string[] }[]>`
    select tgrelid::regclass::text as table, array_agg(tgname::text order by tgname) as names
      from pg_trigger where not tgisinternal and tgenabled = 'O' group by 1`;
  expect(Object.fromEntries(triggers.map(({ table, names }) => [table, names]))).toEqual({
    address_ledgers: ["address_ledgers_book", "address_ledgers_book_again"],
    audit_log: ["audit_log_append_only", "audit_log_not_emptied"],
    book_lines: ["book_lines_kept", "book_lines_not_emptied"],
    book_rates: ["book_rates_append_only", "book_rates_book", "book_rates_not_emptied"],
    device_links: ["device_links_name_on_one_line"],
    events: ["events_leave_feed"],
    exchange_rate_history: [
      "exchange_rate_history_append_only",
      "exchange_rate_history_book",
      "exchange_rate_history_not_emptied",
    ],
    merchant_currencies: [
      "merchant_currencies_append_only",
      "merchant_currencies_book",
      "merchant_currencies_not_emptied",
    ],
    merchants: ["merchants_name_on_one_line"],
    outgoing_transfers: [
      "outgoing_transfers_append_only",
      "outgoing_transfers_book",
      "outgoing_transfers_ledger",
      "outgoing_transfers_not_emptied",
    ],
    passkeys: ["passkeys_name_on_one_line"],
    payment_intents: [
      "payment_intents_final",
      "payment_intents_kept",
      "payment_intents_not_emptied",
      "payment_intents_price_kept",
      "payment_intents_start",
      "payment_intents_sums",
      "payment_intents_tell",
      "payment_sums_remove",
    ],
    payment_views: ["payment_views_name_on_one_line"],
    refund_addresses: ["refund_addresses_append_only", "refund_addresses_kept", "refund_addresses_not_emptied"],
    refund_wallet_transfers: ["refund_wallet_transfers_guard", "refund_wallet_transfers_not_emptied"],
    refund_wallets: ["refund_wallets_guard", "refund_wallets_kept", "refund_wallets_not_emptied"],
    refunds: ["refunds_book", "refunds_guard", "refunds_kept", "refunds_not_emptied"],
    restricted_keys: ["restricted_keys_name_on_one_line"],
    sent_transactions: ["sent_transactions_book"],
    shifts: ["shifts_final", "shifts_kept", "shifts_not_emptied"],
    terminals: ["terminals_name_on_one_line"],
    transaction_fees: ["transaction_fees_book"],
    transfers: [
      "transfers_book",
      "transfers_book_again",
      "transfers_final",
      "transfers_kept",
      "transfers_ledger",
      "transfers_not_emptied",
      "transfers_uncounted",
    ],
    users: ["users_name_on_one_line"],
  });
  expect(
    await sql`select relname::text, reloptions from pg_class where relkind = 'r' and reloptions is not null`,
  ).toEqual([{ relname: "webhook_deliveries", reloptions: ["fillfactor=60"] }]);
});

async function definitionOf(sql: Sql, name: string): Promise<string> {
  const [found] = await sql`select pg_get_functiondef(oid) as definition from pg_proc where proname = ${name}`;
  return found?.definition;
}

/** Everything but the order of columns, in which later ones are last. */
async function shapeOf(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    select concat_ws(' ', 'column', a.attrelid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation,
                     case when a.attnotnull then 'not null' end, a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) from pg_constraint
     where connamespace = 'public'::regnamespace and conrelid <> 0
    union all
    select concat_ws(' ', 'index', indrelid::regclass, indisvalid, pg_get_indexdef(indexrelid)) from pg_index x
      join pg_class c on c.oid = x.indrelid where c.relnamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'other', relkind, relname) from pg_class
     where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i')
     order by line`;
  return rows.map(({ line }) => line);
}
