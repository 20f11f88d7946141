import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { holdsNothing } from "@/lib/backup/catalog";
import { readKeyFile } from "@/lib/backup/key-file";
import { readManifest } from "@/lib/backup/manifest";
import { recordBackup } from "@/lib/backup/record";
import { restoreBackup } from "@/lib/backup/restore";
import { isUnfinished, markUnfinished, requireFinished } from "@/lib/backup/unfinished";
import { verifyBackup } from "@/lib/backup/verify";
import { writeBackup } from "@/lib/backup/write";
import { systemContext } from "@/lib/context";
import { database, openDatabase, type Sql } from "@/lib/db/client";
import { MIGRATION_LOCK, migrateDatabase, migrateUpTo } from "@/lib/db/migrate";
import { collectMetrics } from "@/lib/jobs/collect-metrics";
import { findProblems } from "@/lib/jobs/find-problems";
import { readHealth } from "@/lib/jobs/service-health";
import { seedDemoMerchant } from "@/lib/merchants/seed-demo";
import { flushRequestLog } from "@/lib/requests/record";
import { withSettings } from "@/tests/support/accounts";
import { call } from "@/tests/support/api";
import { withDatabase } from "@/tests/support/cluster";
import { deliverDue } from "@/tests/support/deliveries";
import { newEncryptionKey, restartWith } from "@/tests/support/encryption-keys";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { startReceiver } from "@/tests/support/receiver";
import { waitFor } from "@/tests/support/wait";

/** Copies of the whole database: what they hold, what makes them refused, and that they are the same when restored. */

const migrations = path.resolve("drizzle/migrations");
const ctx = () => systemContext(database(), "admin");

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "till-backup-test-"));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An empty database of the tests' cluster, which goes with the test. */
async function emptyDatabase() {
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

/** Every row of every table, as text in one order. */
async function rowsOf(sql: Sql) {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`;
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const rows = await sql<{ text: string }[]>`select t::text as text from ${sql(name)} t order by 1`;
    all[name] = rows.map((row) => row.text);
  }
  return all;
}

const isEmpty = async (sql: Sql) => (await holdsNothing(sql)) && !(await isUnfinished(sql));

/** True while a session of this database waits for an advisory lock. */
async function waitsForLock(sql: Sql): Promise<boolean> {
  const waiting = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`;
  return waiting.length === 1;
}

/** True while a backup of this database asks again and again for the lock that a migration holds. */
async function asksForLock(sql: Sql): Promise<boolean> {
  const asking = await sql`
    select from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_try_advisory_lock_shared%'`;
  return asking.length === 1;
}

/** The migrations of a later version, the last of which rewrites a table. */
function withRewrite(): string {
  const folder = newFolder();
  fs.cpSync(migrations, folder, { recursive: true });
  const journal = path.join(folder, "meta/_journal.json");
  const { entries, ...rest } = JSON.parse(fs.readFileSync(journal, "utf8"));
  const added = { ...entries.at(-1), idx: entries.length, tag: "9999_rewrite", when: entries.at(-1).when + 1 };
  fs.writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, added] }));
  fs.writeFileSync(
    path.join(folder, "9999_rewrite.sql"),
    "alter table merchants add column rewritten uuid not null default gen_random_uuid()",
  );
  return folder;
}

/** Payments, events and attempts with all that text can hold. */
async function someLife() {
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

const contentsOf = (folder: string) => fs.readdirSync(folder).sort();

describe("a backup", () => {
  it("restored, is the same to the last row, and each part of it works", async () => {
    await someLife();
    const { folder, manifest, bytes } = await writeBackup(ctx(), { to: newFolder() });
    expect(bytes).toBeGreaterThan(1_000);
    expect(manifest.encryptionKeyIds).toHaveLength(1);
    const target = await emptyDatabase();
    const { rows } = await restoreBackup(target.url, { from: folder, migrations });
    expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
    expect(await rowsOf(target.sql)).toEqual(await rowsOf(database().sql));
    const shape = (sql: typeof target.sql) => sql`
      select conname, contype, convalidated, pg_get_constraintdef(oid) as definition from pg_constraint
       where connamespace = 'public'::regnamespace
      union all
      select tgname, tgenabled, true, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all
      select indexname, 'i', true, indexdef from pg_indexes where schemaname = 'public' order by 1, 4`;
    expect(await shape(target.sql)).toEqual(await shape(database().sql));
    // the triggers are at work again
    await target.sql`update payment_intents set status = 'cancelled', cancelled_at = now() where status = 'pending'`;
    await expect(target.sql`delete from payment_intents`).rejects.toThrow();
  });

  it("holds one moment: what is written during the copy is not in it", async () => {
    const { keys } = await createMerchantFixture();
    const before = await database().sql<[{ count: number }]>`select count(*)::int as count from payment_intents`;
    let written = 0;
    const creating: Promise<unknown>[] = [];
    const { manifest, folder } = await writeBackup(ctx(), {
      to: newFolder(),
      onTable: () => {
        written++;
        creating.push(call("create-payment-intent", { amount_usdt: 1 }, { key: keys.sandbox }));
      },
    });
    await Promise.all(creating);
    expect(written).toBe(manifest.tables.length);
    const count = (name: string) => manifest.tables.find((table) => table.name === name)?.rows ?? 0;
    // the first table is announced after the moment of the copy
    expect(count("payment_intents")).toBe(before[0].count);
    const target = await emptyDatabase();
    await restoreBackup(target.url, { from: folder, migrations });
    const [orphans] = await target.sql`
      select count(*)::int as count from payment_intents i
       where not exists (select from events e where e.intent_id = i.id and e.type = 'intent.created')
         and exists (select from merchants m where m.id = i.merchant_id and not m.is_demo)
         and i.created_at > now() - interval '5 seconds'`;
    expect(orphans?.count).toBe(0);
  });

  it("holds every row although a migration that rewrites a table begins meanwhile, and the migration waits", async () => {
    const source = await emptyDatabase();
    await migrateDatabase(source.url, migrations);
    const db = openDatabase(source.url, { pool: 3 });
    onTestFinished(() => db.close());
    await seedDemoMerchant(systemContext(db, "test"));
    const newer = withRewrite();
    const lines: string[] = [];
    let migrating: Promise<unknown> | null = null;
    const { manifest } = await writeBackup(systemContext(db, "admin"), {
      to: newFolder(),
      onTable: async () => {
        if (migrating) return;
        let isDone = false;
        migrating = migrateDatabase(source.url, newer, (line) => lines.push(line)).finally(() => {
          isDone = true;
        });
        await waitFor("the migration to wait or end", async () => isDone || (await waitsForLock(source.sql)));
      },
    });
    await migrating;
    expect(manifest.tables.find(({ name }) => name === "merchants")?.rows).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^A backup or another migration is running\./)]);
    expect(await source.sql`select count(rewritten)::int as count from merchants`).toEqual([{ count: 1 }]);
  });

  it("doesn't stop a service of the same version from starting", async () => {
    const url = process.env.DATABASE_URL as string;
    const lines: string[] = [];
    let started = 0;
    await writeBackup(ctx(), {
      to: newFolder(),
      onTable: async () => {
        if (started++ === 0) await migrateDatabase(url, migrations, (line) => lines.push(line));
      },
    });
    expect(lines).toEqual([]);
  });

  it("keeps others from rewriting a table that it hasn't reached", async () => {
    const refused: unknown[] = [];
    await writeBackup(ctx(), {
      to: newFolder(),
      onTable: async () => {
        if (refused.length > 0) return;
        const rewriting = database().sql.begin(async (tx) => {
          await tx`set local lock_timeout = 1`;
          await tx`alter table webhook_endpoints add column rewritten uuid not null default gen_random_uuid()`;
        });
        refused.push(await rewriting.catch((error) => error.code));
      },
    });
    expect(refused).toEqual(["55P03"]);
  });

  it("waits for a migration that is running, and copies what that has made", async () => {
    const { sql } = database();
    const migration = await sql.reserve();
    await migration`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const copying = writeBackup(ctx(), { to: newFolder() });
    await waitFor("the backup to wait", () => asksForLock(sql));
    const merchant = await createMerchantFixture();
    await migration`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    migration.release();
    const { folder } = await copying;
    const rows = gunzipSync(fs.readFileSync(path.join(folder, "merchants.copy.gz"))).toString();
    expect(rows).toContain(merchant.merchantId);
  });

  it("that waits for a migration can be stopped", async () => {
    const { sql } = database();
    const migration = await sql.reserve();
    onTestFinished(() => migration.release());
    await migration`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const [stopped, controller, to] = [new Error("stopped"), new AbortController(), newFolder()];
    const copying = writeBackup(ctx(), { to, signal: controller.signal });
    await waitFor("the backup to wait", () => asksForLock(sql));
    controller.abort(stopped);
    await expect(copying).rejects.toBe(stopped);
    await migration`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    expect(fs.readdirSync(to)).toEqual([]);
  });

  it("is restored by one of two at once, and the other takes nothing away", async () => {
    await someLife();
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    const target = await emptyDatabase();
    const restore = () => restoreBackup(target.url, { from: folder, migrations });
    const holder = await target.sql.reserve();
    await holder`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const first = restore();
    await waitFor("the first to wait in its migration", () => waitsForLock(target.sql));
    await expect(restore()).rejects.toThrow("Another restore into this database is running.");
    await holder`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    holder.release();
    await first;
    await expect(restore()).rejects.toThrow("The database is not empty");
    expect(await rowsOf(target.sql)).toEqual(await rowsOf(database().sql));
  });

  it("is readable by its owner alone, and has its name only when it is whole", async () => {
    const to = newFolder();
    const seen: string[][] = [];
    const { folder } = await writeBackup(ctx(), { to, onTable: () => void seen.push(contentsOf(to)) });
    expect(new Set(seen.flat().map((name) => name.replace(/^\d+-\d+/, "")))).toEqual(new Set([".unfinished"]));
    expect(contentsOf(to)).toEqual([path.basename(folder)]);
    expect(path.basename(folder)).toMatch(/^till-backup-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of contentsOf(folder)) expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  });

  it("that is stopped leaves nothing behind", async () => {
    const to = newFolder();
    const stopped = new AbortController();
    const onTable = () => stopped.abort(new Error("stopped"));
    await expect(writeBackup(ctx(), { to, onTable, signal: stopped.signal })).rejects.toThrow("stopped");
    expect(contentsOf(to)).toEqual([]);
  });

  it("that fails leaves nothing behind and takes nothing away", async () => {
    const to = newFolder();
    const first = await writeBackup(ctx(), { to, keep: 1 });
    const failing = writeBackup(ctx(), {
      to,
      keep: 1,
      onTable: (name) => {
        if (name === "payment_intents") throw new Error("no space left");
      },
    });
    await expect(failing).rejects.toThrow("no space left");
    expect(contentsOf(to)).toEqual([path.basename(first.folder)]);
  });

  it("keeps as many as it should, and removes nothing that is not a backup", async () => {
    const to = newFolder();
    fs.writeFileSync(path.join(to, "notes.txt"), "mine");
    fs.mkdirSync(path.join(to, `${Date.now() - 2 * 86_400_000}-1.unfinished`));
    fs.mkdirSync(path.join(to, `${Date.now()}-1.unfinished`));
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push(path.basename((await writeBackup(ctx(), { to, keep: 2 })).folder));
    const left = contentsOf(to);
    expect(left.filter((name) => name.startsWith("till-backup-"))).toEqual(made.slice(1));
    expect(left).toContain("notes.txt");
    // one that another process may be writing
    expect(left.filter((name) => name.endsWith(".unfinished"))).toHaveLength(1);
  });
});

describe("the backups that are removed", () => {
  const changeManifest = (folder: string, change: (manifest: Record<string, unknown>) => void) => {
    const file = path.join(folder, "manifest.json");
    const manifest = JSON.parse(fs.readFileSync(file, "utf8"));
    change(manifest);
    fs.writeFileSync(file, JSON.stringify(manifest));
  };
  const make = async (to: string, keep?: number) => {
    const { folder, removed } = await writeBackup(ctx(), { to, keep });
    return { folder, name: path.basename(folder), removed };
  };

  it("are never the one just made, also when the clock was set back", async () => {
    const to = newFolder();
    const { folder } = await make(to);
    const later = path.join(to, "till-backup-2999-01-01T00-00-00.000Z");
    fs.renameSync(folder, later);
    changeManifest(later, (manifest) => Object.assign(manifest, { at: "2999-01-01T00:00:00.000Z" }));
    const latest = await make(to, 1);
    expect(latest.removed).toEqual([path.basename(later)]);
    expect(contentsOf(to)).toEqual([latest.name]);
  });

  it("are none of another installation, which aren't counted either", async () => {
    const to = newFolder();
    const other = await make(to);
    changeManifest(other.folder, (manifest) => Object.assign(manifest, { installation: crypto.randomUUID() }));
    const first = await make(to, 2);
    const second = await make(to, 2);
    expect([first.removed, second.removed]).toEqual([[], []]);
    const third = await make(to, 2);
    expect(third.removed).toEqual([first.name]);
    expect(contentsOf(to)).toEqual([other.name, second.name, third.name]);
  });

  it("are none that don't say whose they are, and none that can't be read", async () => {
    const to = newFolder();
    const earlier = await make(to);
    changeManifest(earlier.folder, (manifest) => void delete manifest.installation);
    const damaged = await make(to);
    fs.truncateSync(path.join(damaged.folder, "manifest.json"), 10);
    const latest = await make(to, 1);
    expect(latest.removed).toEqual([]);
    expect(contentsOf(to)).toEqual([earlier.name, damaged.name, latest.name]);
    const target = await emptyDatabase();
    expect((await restoreBackup(target.url, { from: earlier.folder, migrations })).rows).toBeGreaterThan(0);
  });

  it("are those of the installation from which this one was restored", async () => {
    const to = newFolder();
    const before = await make(to);
    const target = await emptyDatabase();
    await restoreBackup(target.url, { from: before.folder, migrations });
    const db = openDatabase(target.url, { pool: 2 });
    onTestFinished(() => db.close());
    const { removed } = await writeBackup({ ...ctx(), db }, { to, keep: 1 });
    expect(removed).toEqual([before.name]);
  });
});

describe("the encryption key in a backup", () => {
  const PASSPHRASE = "a long passphrase é";
  const withKey = () => ({ key: process.env.ENCRYPTION_KEY as string, passphrase: PASSPHRASE });

  it("opens with the passphrase alone, and no file of the backup shows it", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder(), withKey: withKey() });
    const key = process.env.ENCRYPTION_KEY as string;
    expect(readKeyFile(folder, PASSPHRASE)).toBe(key);
    // as another keyboard may compose it
    expect(readKeyFile(folder, PASSPHRASE.normalize("NFD"))).toBe(key);
    expect(() => readKeyFile(folder, "another passphrase")).toThrow("The passphrase does not open");
    const texts = contentsOf(folder).map((name) => {
      const bytes = fs.readFileSync(path.join(folder, name));
      return String(name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    });
    for (const text of texts) expect([text.includes(key), text.includes(PASSPHRASE)]).toEqual([false, false]);
    expect(contentsOf((await writeBackup(ctx(), { to: newFolder() })).folder)).not.toContain("encryption-key.json");
  });

  it("that was changed is not used", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder(), withKey: withKey() });
    const file = path.join(folder, "encryption-key.json");
    const whole = JSON.parse(fs.readFileSync(file, "utf8"));
    const refused = (changed: unknown, sentence: RegExp) => {
      fs.writeFileSync(file, typeof changed === "string" ? changed : JSON.stringify(changed));
      expect(() => readKeyFile(folder, PASSPHRASE)).toThrow(sentence);
    };
    refused({ ...whole, sealed: Buffer.alloc(44).toString("base64") }, /does not open/);
    refused({ ...whole, n: 2 ** 30 }, /damaged/);
    refused({ ...whole, tag: "AAAA" }, /damaged/);
    refused(JSON.stringify(whole).slice(0, 100), /damaged/);
    fs.rmSync(file);
    expect(() => readKeyFile(folder, PASSPHRASE)).toThrow("holds no encryption key");
  });

  it("is not written while secrets need another key too, and nothing is left", async () => {
    await createMerchantFixture({ webhookUrl: "http://localhost:9/hook" });
    const to = newFolder();
    const key = process.env.ENCRYPTION_KEY as string;
    restartWith(newEncryptionKey(), key);
    onTestFinished(() => restartWith(key));
    await expect(writeBackup(ctx(), { to, withKey: withKey() })).rejects.toThrow(/Run re-encrypt first/);
    expect(contentsOf(to)).toEqual([]);
  });
});

describe("the age of the last backup", () => {
  const health = async () => (await readHealth(systemContext(database(), "test"), 1)).checks.backup;

  it("is the time since the first start while there is none, and too old after BACKUP_MAX_AGE_HOURS", async () => {
    const startedAgo = (hours: number) =>
      database().sql`update merchants set created_at = now() - make_interval(hours => ${hours}) where is_demo`;
    onTestFinished(async () => void (await startedAgo(0)));
    const problem = async () => (await findProblems(ctx())).problems.find(({ kind }) => kind === "backup")?.message;
    await startedAgo(47);
    expect([await health(), await problem()]).toEqual([null, undefined]);
    expect(await metric()).toBeGreaterThanOrEqual(47 * 3_600);
    await startedAgo(49);
    expect([await health(), await problem()]).toEqual([false, "No backup was made in the last 49 hours."]);
    expect(await metric()).toBeGreaterThanOrEqual(49 * 3_600);
    await withSettings({ BACKUP_MAX_AGE_HOURS: "0" }, async () => {
      expect([await health(), await problem(), await metric()]).toEqual([null, undefined, -1]);
    });
  });

  it("is watched from the first one on", async () => {
    onTestFinished(async () => void (await database().sql`delete from backups`));
    const backup = await writeBackup(ctx(), { to: newFolder() });
    expect(await recordBackup(ctx(), backup)).toBe(true);
    expect(await recordBackup(ctx(), backup)).toBe(true);
    expect(await health()).toBe(true);
    expect(await metric()).toBeLessThan(60);
    await database().sql`update backups set at = at - interval '49 hours'`;
    expect(await health()).toBe(false);
    expect(await metric()).toBeGreaterThan(49 * 3_600 - 60);
    await withSettings({ BACKUP_MAX_AGE_HOURS: "0" }, async () => {
      expect([await health(), await metric()]).toEqual([null, -1]);
    });
  });

  it("can't be stored on a read-only standby, which is no error", async () => {
    const backup = await writeBackup(ctx(), { to: newFolder() });
    const db = openDatabase(`${process.env.DATABASE_URL}?default_transaction_read_only=on`, { pool: 1 });
    onTestFinished(() => db.close());
    expect(await recordBackup(systemContext(db, "admin"), backup)).toBe(false);
  });

  async function metric(): Promise<number> {
    const { text } = await collectMetrics(systemContext(database(), "test"));
    return Number(/^till_backup_age_seconds (\S+)$/m.exec(text)?.[1]);
  }
});

describe("a large copy", () => {
  const fill = (sql: Sql) => sql`
    create table large as select n, repeat(md5(n::text), 20) as text from generate_series(1, 60000) n`;

  /** How many bytes came, unless the reader gave up after so many. */
  async function copyOut(sql: Sql, givesUpAfter = Number.POSITIVE_INFINITY): Promise<number> {
    let bytes = 0;
    const reader = new Writable({
      highWaterMark: 1_024,
      write(chunk: Buffer, _encoding, done) {
        bytes += chunk.length;
        setImmediate(done, bytes > givesUpAfter ? new Error("no space left") : undefined);
      },
    });
    await sql.begin(async (tx) => pipeline(await tx`copy large to stdout`.readable(), reader));
    return bytes;
  }

  it("ends, and its connection serves the next statement, also when its reader gives up", async () => {
    const { url } = await emptyDatabase();
    const { sql, close } = openDatabase(url, { pool: 1 });
    onTestFinished(close);
    await fill(sql);
    expect(await copyOut(sql)).toBeGreaterThan(38_000_000);
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    await expect(copyOut(sql, 1_000_000)).rejects.toThrow("no space left");
    expect(await sql`select 1 as one`).toEqual([{ one: 1 }]);
    expect(await copyOut(sql)).toBeGreaterThan(38_000_000);
  });

  it("that the database refuses at its end is an error", async () => {
    const { url } = await emptyDatabase();
    const db = openDatabase(url, { pool: 1 });
    onTestFinished(() => db.close());
    await db.sql`create table few (n int primary key deferrable initially immediate)`;
    const copied = db.sql.begin(async (tx) =>
      pipeline(Readable.from(["1\n", "2\n", "1\n"]), await tx`copy few from stdin`.writable()),
    );
    await expect(copied).rejects.toMatchObject({ code: "23505" });
    expect(await db.sql`select count(*)::int as count from few`).toEqual([{ count: 0 }]);
  });
});

describe("a restore", () => {
  it.each([
    ["table", "create table mine as select 1 as one", "select one from mine"],
    ["view", "create view mine as select 1 as one", "select one from mine"],
    ["function", "create function mine() returns int language sql as 'select 1'", "select mine() as one"],
    [
      "table of another's migrations",
      "create schema drizzle; create table drizzle.mine as select 1 as one",
      "select one from drizzle.mine",
    ],
  ])("refuses a database with a %s, and leaves it as it is", async (_, make, read) => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    const target = await emptyDatabase();
    await target.sql.unsafe(make);
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toThrow(/not empty/);
    expect(await target.sql.unsafe(read)).toEqual([{ one: 1 }]);
  });

  it("refuses the database that was copied", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    await expect(restoreBackup(process.env.DATABASE_URL as string, { from: folder, migrations })).rejects.toThrow(
      /not empty/,
    );
  });

  it.each([
    ["cut off", (file: string) => fs.truncateSync(file, fs.statSync(file).size - 10)],
    ["empty", (file: string) => fs.truncateSync(file, 0)],
    ["gone", (file: string) => fs.rmSync(file)],
    ["another's", (file: string) => fs.writeFileSync(file, gzipSync("x\n"))],
  ])("refuses a backup with a file that is %s, before anything is made", async (_, damage) => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    damage(path.join(folder, "events.copy.gz"));
    const target = await emptyDatabase();
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toThrow(
      /The backup is damaged: events\.copy\.gz/,
    );
    expect(await rowsOf(target.sql)).toEqual({});
  });

  it("refuses a folder that is no backup, in a sentence", async () => {
    const folder = newFolder();
    expect(() => readManifest(folder)).toThrow(/holds no backup/);
    fs.writeFileSync(path.join(folder, "manifest.json"), '{"format":2}');
    expect(() => readManifest(folder)).toThrow(/holds no backup/);
  });

  it("leaves the database empty when rows do not fit together", async () => {
    const { folder, manifest } = await writeBackup(ctx(), { to: newFolder() });
    await createMerchantFixture();
    const table = manifest.tables.find(({ name }) => name === "merchants");
    const file = path.join(folder, "merchants.copy.gz");
    const rows = gunzipSync(fs.readFileSync(file)).toString().trimEnd().split("\n");
    const changed = gzipSync(`${rows.slice(1).join("\n")}\n`);
    fs.writeFileSync(file, changed);
    const { createHash } = await import("node:crypto");
    const tables = manifest.tables.map((one) =>
      one === table ? { ...one, rows: one.rows - 1, sha256: createHash("sha256").update(changed).digest("hex") } : one,
    );
    fs.writeFileSync(path.join(folder, "manifest.json"), JSON.stringify({ ...manifest, tables }));
    const target = await emptyDatabase();
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toMatchObject({ code: "23503" });
    expect(await rowsOf(target.sql)).toEqual({});
    const [left] = await target.sql`
      select count(*)::int as functions from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(left?.functions).toBe(0);
  });

  it("brings a backup of an earlier version to this one's schema", async () => {
    const { entries } = JSON.parse(fs.readFileSync(path.join(migrations, "meta/_journal.json"), "utf8"));
    const earlier = entries.at(-4).when as number;
    const source = await emptyDatabase();
    await migrateUpTo(source.url, migrations, earlier);
    const old = openDatabase(source.url, { pool: 2 });
    onTestFinished(() => old.close());
    const { folder, manifest } = await writeBackup({ ...ctx(), db: old }, { to: newFolder() });
    expect(manifest.migrations).toEqual({ count: entries.length - 3, newest: earlier });
    const target = await emptyDatabase();
    await restoreBackup(target.url, { from: folder, migrations });
    const [found] = await target.sql`select count(*)::int as count from drizzle.__drizzle_migrations`;
    expect(found?.count).toBe(entries.length);
  });

  it("refuses a backup of a newer version", async () => {
    const { folder, manifest } = await writeBackup(ctx(), { to: newFolder() });
    const newer = { ...manifest, migrations: { count: manifest.migrations.count + 1, newest: Date.now() } };
    fs.writeFileSync(path.join(folder, "manifest.json"), JSON.stringify(newer));
    const target = await emptyDatabase();
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toThrow(/newer version/);
    expect(await rowsOf(target.sql)).toEqual({});
  });

  it("that is stopped leaves the database empty, whatever it was doing", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    const target = await emptyDatabase();
    const stopped = new Error("stopped");
    const loading = new AbortController();
    const options = { from: folder, migrations };
    const onTable = () => loading.abort(stopped);
    await expect(restoreBackup(target.url, { ...options, onTable, signal: loading.signal })).rejects.toBe(stopped);
    expect(await isEmpty(target.sql)).toBe(true);

    const waiting = new AbortController();
    const holder = await target.sql.reserve();
    await holder`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const restoring = restoreBackup(target.url, { ...options, signal: waiting.signal });
    await waitFor("the restore to wait in its migration", () => waitsForLock(target.sql));
    waiting.abort(stopped);
    await expect(restoring).rejects.toBe(stopped);
    await holder`select pg_advisory_unlock(${MIGRATION_LOCK})`;
    holder.release();
    expect(await isEmpty(target.sql)).toBe(true);
    expect((await restoreBackup(target.url, options)).rows).toBeGreaterThan(0);
  });

  it("that was killed makes a start refuse the database, until another restore has replaced it", async () => {
    const { folder } = await writeBackup(ctx(), { to: newFolder() });
    const target = await emptyDatabase();
    await markUnfinished(target.sql);
    await migrateDatabase(target.url, migrations);
    await target.sql`insert into merchants (name) values ('half')`;
    await expect(requireFinished(target.url)).rejects.toThrow(
      /A restore into this database is running or was interrupted/,
    );
    await restoreBackup(target.url, { from: folder, migrations });
    await requireFinished(target.url);
    expect(await rowsOf(target.sql)).toEqual(await rowsOf(database().sql));
  });

  it("is tried in a PostgreSQL of its own, of which nothing is left", async () => {
    const { folder, manifest } = await writeBackup(ctx(), { to: newFolder() });
    // of its own: other tests try backups at the same time
    const temporary = newFolder();
    fs.chmodSync(temporary, 0o755);
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const { rows } = await verifyBackup({ from: folder, migrations });
    expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
    expect(fs.readdirSync(temporary)).toEqual([]);
    const stopped = new AbortController();
    const onTable = () => stopped.abort(new Error("stopped"));
    const stopping = verifyBackup({ from: folder, migrations, onTable, signal: stopped.signal });
    await expect(stopping).rejects.toThrow("stopped");
    expect(fs.readdirSync(temporary)).toEqual([]);
  });
});
