import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, expect, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database, openDatabase, type Sql } from "@/lib/base/db/client";
import { flushRequestLog } from "@/lib/payments/requests/record";
import { holdsNothing } from "@/lib/service/backup/catalog";
import { type Manifest, manifestFile, readManifest } from "@/lib/service/backup/manifest";
import { signatureFile, signManifest } from "@/lib/service/backup/signature";
import { isUnfinished } from "@/lib/service/backup/unfinished";
import { type Backup, writeBackup } from "@/lib/service/backup/write";
import { call } from "@/tests/support/api";
import { withDatabase } from "@/tests/support/cluster";
import { deliverDue } from "@/tests/support/deliveries";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startReceiver } from "@/tests/support/receiver";

export const migrations = path.resolve("drizzle/migrations");
export const ctx = () => systemContext(database(), "admin");

export function newFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}

const makeFolder = () => fs.mkdtempSync(path.join(os.tmpdir(), "till-backup-test-"));

// a PostgreSQL that was killed may still be ending in it
const removeFolder = (folder: string) => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** A backup that is written once, for the first test of a file that asks for it; the others read the same one. */
export function sharedBackup(write = (to: string) => writeBackup(ctx(), { to })) {
  let written: Promise<Backup> | undefined;
  const to = makeFolder();
  afterAll(() => removeFolder(to));
  const get = () => {
    written ??= write(to);
    return written;
  };
  /** The folder of one that the test may change. */
  const copy = async () => {
    const { folder } = await get();
    const own = path.join(newFolder(), path.basename(folder));
    fs.cpSync(folder, own, { recursive: true });
    return own;
  };
  return { get, copy };
}

/** An empty database of the tests' cluster, which goes with the test. */
export async function emptyDatabase() {
  const url = process.env.DATABASE_URL as string;
  const name = `backup_${Math.random().toString(36).slice(2)}`;
  await database().sql.unsafe(`create database ${name} template template0`);
  const db = openDatabase(withDatabase(url, name), { pool: 2 });
  onTestFinished(async () => {
    await db.close();
    await database().sql.unsafe(`drop database ${name} with (force)`);
  });
  return { url: withDatabase(url, name), sql: db.sql };
}

/** Every row of every table, as text in one order, but for the state of the event feed: a restore begins a new one. */
export async function rowsOf(sql: Sql) {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'event_feed_state'`;
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} t order by 1`;
    all[name] = rows.map((row) => row.text);
  }
  return all;
}

export const isEmpty = async (sql: Sql) => (await holdsNothing(sql)) && !(await isUnfinished(sql));

/** True while a session of this database waits for an advisory lock. */
export async function waitsForLock(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`;
  return waiting.length === 1;
}

/** True while a backup of this database asks again and again for the lock that a migration holds. */
export async function asksForLock(sql: Sql): Promise<boolean> {
  const asking = await sql`
    select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like ${"%pg_try_advisory_lock_shared($%"}`;
  return asking.length === 1;
}

/** The migrations of a later version, which has one more. */
export function withMigration(statement: string): string {
  const folder = newFolder();
  fs.cpSync(migrations, folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, "utf8"));
  const added = { ...entries.at(-1), idx: entries.length, tag: "9999_later", when: entries.at(-1).when + 1 };
  fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
  fs.writeFileSync(path.join(folder, "9999_later.sql"), statement);
  return folder;
}

/** Payments, events and attempts with all that text can hold. */
export async function someLife() {
  const receiver = await startReceiver((_request, response) => response.end('ok\n\t\\N\\ "é" 😀'));
  const merchant = await createMerchantFixture({ webhookUrl: receiver.url });
  for (const reference of ["\\N", "\\.", "é😀 'quoted' \"twice\" \\\\n", "x"]) {
    const made = await call(
      "create-payment-intent",
      { amount_usdt: 12.5, reference, metadata: { reference, text: "a\nb\r\n\tc\\." } },
      { key: merchant.keys.sandbox, headers: { "idempotency-key": `k-${Math.random()}` } },
    );
    expect([made.status, made.text]).toEqual([200, expect.any(String)]);
    await call("simulate-payment", { id: made.json.intent.id });
  }
  await deliverDue();
  await flushRequestLog();
  return { ...merchant, receiver };
}

/** Changes a backup's manifest and signs it, as only who has the key can. */
export function changeManifest(folder: string, change: (manifest: Manifest) => Partial<Manifest>): void {
  editManifest(folder, change);
  fs.writeFileSync(signatureFile(folder), signManifest(fs.readFileSync(manifestFile(folder))));
}

/** Changes a backup's manifest, as anyone can who may write to its folder. */
export function editManifest(folder: string, change: (manifest: Manifest) => Partial<Manifest>): void {
  const manifest = readManifest(folder);
  fs.writeFileSync(manifestFile(folder), JSON.stringify({ ...manifest, ...change(manifest) }));
}

/** A backup as versions before signatures made it. */
export function removeSignature(folder: string): void {
  editManifest(folder, () => ({ signingKeyId: undefined, keyFile: undefined }));
  fs.rmSync(signatureFile(folder));
}

/** Changes a table's rows, and what the manifest says of their file. */
export function editRows(folder: string, table: string, change: (rows: string[]) => string[]): void {
  const file = path.join(folder, `${table}.copy.gz`);
  const rows = change(gunzipSync(fs.readFileSync(file)).toString().split("\n").slice(0, -1));
  const changed = gzipSync(rows.map((row) => `${row}\n`).join(""));
  fs.writeFileSync(file, changed);
  const facts = {
    rows: rows.length,
    bytes: changed.length,
    sha256: createHash("sha256").update(changed).digest("hex"),
  };
  editManifest(folder, ({ tables }) => ({
    tables: tables.map((one) => (one.name === table ? { ...one, ...facts } : one)),
  }));
}

export const contentsOf = (folder: string) => fs.readdirSync(folder).sort();
