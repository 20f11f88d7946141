import { randomBytes } from "node:crypto";
import path from "node:path";
import postgres from "postgres";
import { inject, onTestFinished } from "vitest";
import { migrateDatabase } from "@/lib/base/db/migrate";
import { withDatabase } from "@/tests/support/cluster";

/**
 * What a database or a role can set, each to a value that changes results, refuses statements, ends sessions or loses
 * commits. The time limits are shorter than Till's statements may take, and long enough for a statement that sets them.
 */
export const HOSTILE: Record<string, string> = {
  DateStyle: "German",
  IntervalStyle: "sql_standard",
  TimeZone: "Asia/Kathmandu",
  bytea_output: "escape",
  extra_float_digits: "-15",
  default_transaction_isolation: "serializable",
  default_transaction_read_only: "on",
  default_transaction_deferrable: "on",
  statement_timeout: "100ms",
  lock_timeout: "1ms",
  idle_in_transaction_session_timeout: "50ms",
  idle_session_timeout: "2s",
  transaction_timeout: "150ms",
  search_path: "shadows, nowhere",
  standard_conforming_strings: "off",
  backslash_quote: "off",
  escape_string_warning: "on",
  synchronous_commit: "off",
  client_encoding: "LATIN1",
  client_min_messages: "debug5",
  exit_on_error: "on",
  session_replication_role: "replica",
  row_security: "off",
  plan_cache_mode: "force_generic_plan",
  enable_indexscan: "off",
  enable_indexonlyscan: "off",
  enable_bitmapscan: "off",
  enable_hashjoin: "off",
  jit: "on",
  jit_above_cost: "0",
  transform_null_equals: "on",
  array_nulls: "off",
  quote_all_identifiers: "on",
  xmlbinary: "hex",
  work_mem: "64kB",
  gin_fuzzy_search_limit: "1",
  "plpgsql.extra_errors": "all",
  "plpgsql.variable_conflict": "error",
};

/** Settings that a role which isn't a superuser may not change, so that Till refuses to start under them. */
const PRIVILEGED = ["session_replication_role", "plpgsql.variable_conflict"];

type Hostile = { url: string; role: string; name: string };

/**
 * A migrated database, then with hostile settings: some of the role in this database, some of the role, and some of the
 * database. Its role is no superuser and doesn't own the database. Tables that a schema named like the role would hide
 * are shadowed.
 */
export async function hostileDatabase(settings = HOSTILE, except: string[] = PRIVILEGED): Promise<Hostile> {
  const id = randomBytes(6).toString("hex");
  const [name, role] = [`hostile_${id}`, `role_${id}`];
  const cluster = inject("clusterUrl");
  const admin = postgres(cluster, { max: 1, onnotice: () => {} });
  const owner = postgres(withDatabase(cluster, name), { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await owner.end();
    await admin.unsafe(`drop database if exists ${name} with (force)`);
    await admin.unsafe(`drop role if exists ${role}`);
    await admin.end();
  });
  await admin.unsafe(`create role ${role} login password 'hostile'`);
  await admin.unsafe(`create database ${name} template template0`);
  await owner.unsafe(`grant create on database ${name} to ${role}; grant usage, create on schema public to ${role};
    create schema ${role} authorization ${role}; create schema shadows; grant usage on schema shadows to ${role};
    create table shadows.merchants (id int); create table ${role}.payment_intents (id int)`);
  const url = new URL(withDatabase(cluster, name));
  Object.assign(url, { username: role, password: "hostile" });
  const levels = [`database ${name}`, `role ${role}`, `role ${role} in database ${name}`];
  for (const [index, [setting, value]] of Object.entries(settings).entries()) {
    if (except.includes(setting)) continue;
    const list = setting === "search_path" ? value : `'${value}'`;
    await admin.unsafe(`alter ${levels[index % levels.length]} set ${setting} = ${list}`);
  }
  return { url: url.href, role, name };
}

/** The same, migrated. */
export async function migratedHostileDatabase(settings = HOSTILE): Promise<Hostile> {
  const made = await hostileDatabase(settings);
  await migrateDatabase(made.url, path.resolve("drizzle/migrations"));
  return made;
}
