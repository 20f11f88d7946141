import fs from "node:fs";
import path from "node:path";
import { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gunzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemContext } from "@/lib/base/context/context";
import { database, openDatabase, type Sql } from "@/lib/base/db/client";
import { MIGRATION_LOCK, migrateDatabase } from "@/lib/base/db/migrate";
import { seedDemoMerchant } from "@/lib/business/merchants/seed-demo";
import { restoreBackup } from "@/lib/service/backup/restore";
import { writeBackup } from "@/lib/service/backup/write";
import { call } from "@/tests/support/api";
import {
  asksForLock,
  contentsOf,
  ctx,
  emptyDatabase,
  migrations,
  newFolder,
  rowsOf,
  sharedBackup,
  someLife,
  waitsForLock,
  withMigration,
} from "@/tests/support/backups";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { waitFor } from "@/tests/support/wait";

const REWRITE = "alter table merchants add column rewritten uuid not null default gen_random_uuid()";

/** Copies of the whole database: what they hold, and that they are made while the service works. */

let rowsOfLife: Awaited<ReturnType<typeof rowsOf>>;
const life = sharedBackup(async (to) => {
  await someLife();
  rowsOfLife = await rowsOf(database().sql);
  return writeBackup(ctx(), { to });
});

describe("a backup", () => {
  it("restored, is the same to the last row, and each part of it works", async () => {
    const { folder, manifest, bytes } = await life.get();
    expect(bytes).toBeGreaterThan(1_000);
    expect(manifest.encryptionKeyIds).toHaveLength(1);
    const target = await emptyDatabase();
    const { rows } = await restoreBackup(target.url, { from: folder, migrations });
    expect(rows).toBe(manifest.tables.reduce((sum, table) => sum + table.rows, 0));
    expect(await rowsOf(target.sql)).toEqual(rowsOfLife);
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
    const newer = withMigration(REWRITE);
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
    onTestFinished(async () => {
      await migration`select pg_advisory_unlock_all()`;
      migration.release();
    });
    await migration`select pg_advisory_lock(${MIGRATION_LOCK})`;
    const [stopped, controller, to] = [new Error("stopped"), new AbortController(), newFolder()];
    const copying = writeBackup(ctx(), { to, signal: controller.signal });
    await waitFor("the backup to wait", () => asksForLock(sql));
    controller.abort(stopped);
    await expect(copying).rejects.toBe(stopped);
    expect(fs.readdirSync(to)).toEqual([]);
  });

  it("is restored by one of two at once, and the other takes nothing away", async () => {
    const { folder } = await life.get();
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
    expect(await rowsOf(target.sql)).toEqual(rowsOfLife);
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

  it("is refused while the disk has too little space, and nothing is made or removed", async () => {
    const to = newFolder();
    const full = { to, keep: 1, minFreeBytes: 2 ** 60 };
    const refusal = /has too little space .* MiB are free, and \d+ MiB are needed: (\d+) MiB for the copy/;
    const copySize = async () => refusal.exec(await writeBackup(ctx(), full).catch((error) => error.message))?.[1];
    expect(await copySize()).toBe("100");
    expect(contentsOf(to)).toEqual([]);
    const { folder } = await writeBackup(ctx(), { to });
    expect(await copySize()).toBe("1");
    expect(contentsOf(to)).toEqual([path.basename(folder)]);
  });

  it("keeps as many as it should, and removes nothing that is not a backup", async () => {
    const to = newFolder();
    fs.writeFileSync(path.join(to, "notes.txt"), "mine");
    fs.mkdirSync(path.join(to, "20200101-plans.unfinished"));
    fs.mkdirSync(path.join(to, `${Date.now() - 2 * 86_400_000}-1.unfinished`));
    fs.mkdirSync(path.join(to, `${Date.now()}-1.unfinished`));
    const made: string[] = [];
    for (let n = 0; n < 3; n++) made.push(path.basename((await writeBackup(ctx(), { to, keep: 2 })).folder));
    const left = contentsOf(to);
    expect(left.filter((name) => name.startsWith("till-backup-"))).toEqual(made.slice(1));
    expect(left).toEqual(expect.arrayContaining(["notes.txt", "20200101-plans.unfinished"]));
    // one that another process may be writing
    expect(left.filter((name) => /^\d{13}-1\.unfinished$/.test(name))).toHaveLength(1);
  });
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
