import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate } from "drizzle-orm/postgres-js/migrator";
import { type Database, noticeLostClient, type Sql } from "@/lib/base/db/client";
import { connect } from "@/lib/base/db/connect";
import { requireKnownServer, requireRights } from "@/lib/base/db/require-usable";
import { countMissingMigrations } from "@/lib/base/db/schema-version";
import { adminCommand } from "@/lib/base/process/admin-command";
import { EnvError } from "@/lib/base/process/env";

/** "till" in ASCII: a process holds this lock while it migrates, and a backup holds it shared. */
export const MIGRATION_LOCK = 0x74696c6c;

const POLL_MS = 200;
const BUSY = "A backup or another migration is running. The schema is migrated as soon as it has ended.";

/**
 * Migrates the database to this version's schema. Safe to call from several processes at once. Waits for a running
 * backup, and says so, unless there is nothing to migrate. Error: `EnvError` if the schema is newer, or from before the
 * baseline.
 */
export async function migrateDatabase(
  url: string,
  folder: string,
  say: (line: string) => void = console.error,
): Promise<void> {
  await onOneConnection(url, async (sql) => {
    const isMissing = async () => (await countMissingMigrations(sql, folder)) > 0;
    await requireKnownServer(sql);
    await requireRights(sql, isMissing);
    if (!(await isMissing())) return;
    // a role may have a limit; an index of a large table and a backup that has to end first take longer
    await sql`set statement_timeout to 0`;
    await noticeLostClient(sql);
    await lock(sql, say);
    if ((await countMissingMigrations(sql, folder)) > 0) await migrate(drizzle(sql), { migrationsFolder: folder });
  });
}

async function lock(sql: Sql, say: (line: string) => void): Promise<void> {
  const [now] = await sql<[{ isFree: boolean }]>`select pg_try_advisory_lock(${MIGRATION_LOCK}) as "isFree"`;
  if (now.isFree) return;
  say(BUSY);
  await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
}

/**
 * Does `work` while no migration runs: waits for one that is running, unless the signal aborts, and those that begin
 * meanwhile wait for `work`.
 */
export async function withoutMigrations<T>(
  db: Database,
  work: () => Promise<T>,
  signal?: AbortSignal | undefined,
): Promise<T> {
  const session = await db.reserve();
  try {
    await lockShared(session, signal);
    try {
      return await work();
    } finally {
      // a lost session has lost its lock too
      await session`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`.catch(() => undefined);
    }
  } finally {
    session.release();
  }
}

async function lockShared(session: Sql, signal: AbortSignal | undefined): Promise<void> {
  for (;;) {
    const [lock] = await session<[{ isOurs: boolean }]>`
      select pg_try_advisory_lock_shared(${MIGRATION_LOCK}) as "isOurs"`;
    if (lock.isOurs) return;
    signal?.throwIfAborted();
    await sleep(POLL_MS);
  }
}

/**
 * Migrates an empty database to the schema of an earlier version, from the baseline on. `newest`: the time of its
 * newest migration.
 */
export async function migrateUpTo(url: string, folder: string, newest: number): Promise<void> {
  const earlier = mkdtempSync(path.join(tmpdir(), "till-migrations-"));
  try {
    cpSync(folder, earlier, { recursive: true });
    const journal = path.join(earlier, "meta/_journal.json");
    const { entries, ...rest } = JSON.parse(readFileSync(journal, "utf8")) as { entries: { when: number }[] };
    writeFileSync(journal, JSON.stringify({ ...rest, entries: entries.filter(({ when }) => when <= newest) }));
    await migrateDatabase(url, earlier);
  } finally {
    rmSync(earlier, { recursive: true, force: true });
  }
}

/** Checks the schema without changing it. Error: `EnvError` unless it is exactly this version's. */
export async function requireSchema(url: string, folder: string): Promise<void> {
  const missing = await onOneConnection(url, async (sql) => {
    await requireKnownServer(sql);
    await requireRights(sql, async () => false);
    return countMissingMigrations(sql, folder);
  });
  if (missing === 0) return;
  throw new EnvError(
    `The database is missing ${missing} ${missing === 1 ? "migration" : "migrations"} of this version. Start the service to apply them, or run: ` +
      adminCommand("migrate"),
  );
}

/** One session for the whole work, so that its locks are held until the end. */
export async function onOneConnection<T>(url: string, work: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(url, { max: 1, connectSeconds: 30 });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
