import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { database, openDatabase, type Sql } from "@/lib/base/db/client";
import { MIGRATION_LOCK, migrateDatabase, migrateUpTo } from "@/lib/base/db/migrate";
import { newestMigration } from "@/lib/base/db/schema-version";
import { EnvError } from "@/lib/base/process/env";
import { readManifest } from "@/lib/service/backup/manifest";
import { restoreBackup } from "@/lib/service/backup/restore";
import { isUnfinished, markUnfinished, requireFinished } from "@/lib/service/backup/unfinished";
import { writeBackup } from "@/lib/service/backup/write";
import type { BareCommand } from "@/scripts/admin/command";
import { COMMANDS } from "@/scripts/admin/commands";
import {
  changeManifest,
  ctx,
  editRows,
  emptyDatabase,
  isEmpty,
  migrations,
  newFolder,
  rowsOf,
  sharedBackup,
  waitsForLock,
} from "@/tests/support/backups";
import { createMerchantFixture } from "@/tests/support/fixtures";
import { becomeOrdinaryAccount } from "@/tests/support/ordinary-account";
import { waitFor } from "@/tests/support/wait";

/** Restored backups: what makes them refused, and what is left when a restore ends early. */

const backup = sharedBackup(async (to) => {
  await createMerchantFixture();
  return writeBackup(ctx(), { to });
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
    const { folder } = await backup.get();
    const target = await emptyDatabase();
    await target.sql.unsafe(make);
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toThrow(/not empty/);
    expect(await target.sql.unsafe(read)).toEqual([{ one: 1 }]);
  });

  it("refuses the database that was copied", async () => {
    const { folder } = await backup.get();
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
    const folder = await backup.copy();
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

  it("says that a folder can't be read by this account, as does the check of a backup", async () => {
    const folder = newFolder();
    fs.chmodSync(folder, 0);
    // newer versions of Node remove no folder that they may not read
    onTestFinished(() => fs.chmodSync(folder, 0o700));
    becomeOrdinaryAccount();
    const passphrase = path.join(newFolder(), "passphrase");
    fs.writeFileSync(passphrase, "a long passphrase");
    const options = { from: folder, "passphrase-file": passphrase };
    for (const name of ["verify-backup", "restore"]) {
      const running = (COMMANDS[name] as BareCommand).runBare(".", options, new AbortController().signal);
      await expect(running).rejects.toThrow(`${folder} can't be read by this account.`);
    }
  });

  it("leaves the database empty when rows do not fit together", async () => {
    const folder = await backup.copy();
    editRows(folder, "merchants", (rows) => rows.slice(1));
    changeManifest(folder, () => ({}));
    const target = await emptyDatabase();
    await expect(restoreBackup(target.url, { from: folder, migrations })).rejects.toMatchObject({ code: "23503" });
    expect(await rowsOf(target.sql)).toEqual({});
    const [left] = await target.sql`
      select count(*)::int as functions from pg_proc where pronamespace = 'public'::regnamespace`;
    expect(left?.functions).toBe(0);
  });

  it.each([journal.entries[0], journal.entries.at(-2)].flatMap((entry) => entry ?? []))(
    "brings a backup with the schema of $tag to this version's",
    async ({ when }) => {
      const source = await emptyDatabase();
      await migrateUpTo(source.url, migrations, when);
      const old = openDatabase(source.url, { pool: 2 });
      onTestFinished(() => old.close());
      const { folder, manifest } = await writeBackup({ ...ctx(), db: old }, { to: newFolder() });
      expect(manifest.migrations).toEqual({ newest: when });
      // earlier versions noted a count too, which those that made the schema in other steps don't share
      changeManifest(folder, () => ({ migrations: Object.assign({ newest: when }, { count: 45 }) }));
      const target = await emptyDatabase();
      await restoreBackup(target.url, { from: folder, migrations });
      expect(await newestMigration(target.sql)).toBe(journal.entries.at(-1)?.when);
    },
  );

  it.each([
    ["a newer version", 1, /^The backup was made by a newer version of Till/],
    ["before the baseline", -1, /^The backup was made before version 1\.0.*commit 9e492113.*then start this version/],
  ])("refuses a backup of %s, before a database is opened", async (_, later, words) => {
    const folder = await backup.copy();
    const edge = later > 0 ? journal.entries.at(-1) : journal.entries[0];
    changeManifest(folder, () => ({ migrations: { newest: (edge?.when ?? 0) + later } }));
    const target = vi.fn(() => Promise.reject(new Error("opened")));
    const restoring = restoreBackup(target, { from: folder, migrations }).catch((error) => error);
    expect(await restoring).toBeInstanceOf(EnvError);
    expect(await restoring).toHaveProperty("message", expect.stringMatching(words));
    expect(target).not.toHaveBeenCalled();
  });

  it("that is stopped or fails at its end leaves the database empty, and the next one changes what has to change before a start takes it", async () => {
    const { folder } = await backup.get();
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

    const failing = () => Promise.reject(new Error("meant by the test"));
    await expect(restoreBackup(target.url, { ...options, beforeUse: failing })).rejects.toThrow("meant");
    expect(await isEmpty(target.sql)).toBe(true);

    const unfinished: boolean[] = [];
    const beforeUse = async (sql: Sql) => void unfinished.push(await isUnfinished(sql));
    expect((await restoreBackup(target.url, { ...options, beforeUse })).rows).toBeGreaterThan(0);
    expect([...unfinished, await isUnfinished(target.sql)]).toEqual([true, false]);
  });

  it("that was killed makes a start refuse the database, until another restore has replaced it", async () => {
    const { folder } = await backup.get();
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
});
