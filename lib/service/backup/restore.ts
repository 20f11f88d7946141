import { createReadStream } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { noticeLostClient, openDatabase, type Sql, type Transaction } from "@/lib/base/db/client";
import { applicationName } from "@/lib/base/db/connect";
import { liftTimeLimits } from "@/lib/base/db/lift-time-limits";
import { migrateDatabase, migrateUpTo, onOneConnection } from "@/lib/base/db/migrate";
import { requireRow } from "@/lib/base/db/require-row";
import { LAST_BEFORE_BASELINE, readMigrations } from "@/lib/base/db/schema-version";
import { EnvError } from "@/lib/base/process/env";
import {
  foreignKeys,
  foundObjects,
  holdsNothing,
  indexes,
  type StoredTable,
  storedTables,
} from "@/lib/service/backup/catalog";
import { checkBackup } from "@/lib/service/backup/check";
import { type BackupTable, type Manifest, readManifest } from "@/lib/service/backup/manifest";
import type { Trust } from "@/lib/service/backup/signature";
import { emptyAgain, isUnfinished, markFinished, markUnfinished } from "@/lib/service/backup/unfinished";

export type Restored = { manifest: Manifest; rows: number };

type Options = Trust & {
  /** the folder of one backup */
  from: string;
  /** this version's migrations */
  migrations: string;
  /** hears of each table before it is loaded */
  onTable?: (name: string) => void;
  /** what has to change before a service works with the copy */
  beforeUse?: (sql: Sql) => Promise<void>;
  /** ends the restore when it aborts, as an error would */
  signal?: AbortSignal | undefined;
};

type Loading = Pick<Options, "from" | "signal"> & Required<Pick<Options, "onTable">>;

/** "rest" in ASCII: one restore into a database at a time. */
const RESTORE_LOCK = 0x72657374;
/** for each index that is made, as much as 2 million payments take */
const INDEX_MEMORY = "256MB";

/** The URL of the database, or how to open it once the backup has been checked. */
export type Target = string | ((manifest: Manifest) => Promise<string>);

/**
 * Loads a backup into an empty database and migrates it to this version's schema. Its version, signature and files are
 * checked first. After an error the database is empty again. What a killed restore has left is removed first. Error:
 * `EnvError` as `checkBackup`, for a backup that lacks a table, is of a newer version or from before the baseline, for
 * a database that isn't empty, and while another restore into it is running.
 */
export async function restoreBackup(target: Target, options: Options): Promise<Restored> {
  requireKnownSchema(readManifest(options.from), options.migrations);
  const manifest = await checkBackup(options.from, options, options.signal);
  const url = typeof target === "string" ? target : await target(manifest);
  return onOneConnection(url, async (guard) => {
    await noticeLostClient(guard);
    const [lock] = await guard<[{ isFree: boolean }]>`select pg_try_advisory_lock(${RESTORE_LOCK}) as "isFree"`;
    if (!lock.isFree) throw new EnvError("Another restore into this database is running. Wait until it has ended.");
    await prepare(guard);
    const cancelling = cancelOnAbort(guard, options.signal);
    try {
      return await load(url, manifest, options);
    } catch (error) {
      await cancelling.done();
      // on a connection of its own, which the cancellation doesn't reach
      await onOneConnection(url, async (sql) => {
        if (await isUnfinished(sql)) await emptyAgain(sql);
      });
      options.signal?.throwIfAborted();
      throw error;
    } finally {
      cancelling.end();
    }
  });
}

async function prepare(sql: Sql): Promise<void> {
  if (await isUnfinished(sql)) await emptyAgain(sql);
  await requireEmpty(sql);
  await markUnfinished(sql);
}

/** Cancels the statements of this process's other connections: making an index can take minutes. */
function cancelOnAbort(guard: Sql, signal: AbortSignal | undefined) {
  let cancelled = Promise.resolve();
  const cancel = () => {
    const sent = guard`
      select pg_cancel_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = ${applicationName()} and pid <> pg_backend_pid()`;
    cancelled = sent.then(
      () => undefined,
      () => undefined,
    );
  };
  signal?.addEventListener("abort", cancel);
  return { done: () => cancelled, end: () => signal?.removeEventListener("abort", cancel) };
}

async function load(url: string, manifest: Manifest, options: Options): Promise<Restored> {
  const { from, migrations, onTable = () => {}, signal } = options;
  signal?.throwIfAborted();
  const db = openDatabase(url, { pool: 1 });
  try {
    await migrateUpTo(url, migrations, manifest.migrations.newest);
    await requireEveryTable(db.sql, manifest);
    const rows = await db.sql.begin((tx) => loadAll(tx, manifest, { from, onTable, signal }));
    signal?.throwIfAborted();
    await migrateDatabase(url, migrations);
    await db.sql.begin(async (tx) => {
      await liftTimeLimits(tx);
      await tx`analyze`;
    });
    await beginFeedAgain(db.sql);
    await options.beforeUse?.(db.sql);
    // the last statement: from now on a service may start and take payments
    await markFinished(db.sql);
    return { manifest, rows };
  } finally {
    await db.close();
  }
}

/**
 * Readers of the event feed have read what the copy doesn't know: no earlier cursor works. The IDs of transactions are
 * those of another cluster.
 */
async function beginFeedAgain(sql: Sql): Promise<void> {
  await sql`update event_feed_state set epoch = gen_random_uuid(), next_xid = null, unfinished = '{}', cluster = null`;
}

const NAMED = 5;

async function requireEmpty(sql: Sql): Promise<void> {
  if (await holdsNothing(sql)) return;
  const found = await foundObjects(sql);
  const more = found.length > NAMED ? ` and ${found.length - NAMED} more` : "";
  throw new EnvError(
    "The database is not empty, and a restore would replace what it holds. Restore into a new database or data folder. It " +
      `has: ${found.slice(0, NAMED).join(", ")}${more}.`,
  );
}

function requireKnownSchema({ migrations: { newest } }: Manifest, folder: string): void {
  const known = readMigrations(folder);
  if (known.some(({ when }) => when === newest)) return;
  if (newest < (known[0]?.when ?? 0)) {
    throw new EnvError(
      `The backup was made before version 1.0, and this version can't restore it. Restore it with ${LAST_BEFORE_BASELINE}, ` +
        "and then start this version on the restored database.",
    );
  }
  throw new EnvError("The backup was made by a newer version of Till. Restore it with that version or a later one.");
}

/** A table or column that is left out, of the audit log for example, would be empty afterwards. */
async function requireEveryTable(sql: Sql, { tables }: Manifest): Promise<void> {
  const held = tables.map(shapeOf);
  const needed = await storedTables(sql);
  const missing = needed.filter((table) => !held.includes(shapeOf(table))).map(({ name }) => name);
  if (missing.length > 0)
    throw new EnvError(`The backup is damaged: it lacks ${missing.join(", ")}, or columns of it.`);
  if (held.length === needed.length) return;
  throw new EnvError("The backup is damaged: it holds tables that its version of Till doesn't have.");
}

const shapeOf = ({ name, columns }: StoredTable) => `${name}(${columns.toSorted().join()})`;

/**
 * In one transaction, without triggers, which have done their work already. Foreign keys are checked and indexes made
 * at the end: millions of rows take several times as long with them.
 */
async function loadAll(tx: Transaction, { tables }: Manifest, { from, onTable, signal }: Loading): Promise<number> {
  await liftTimeLimits(tx);
  await tx.unsafe(`set local maintenance_work_mem = '${INDEX_MEMORY}'`);
  const keys = await foreignKeys(tx);
  for (const { table, name } of keys) await dropConstraint(tx, table, name);
  for (const { name } of tables) await tx`alter table ${tx(name)} disable trigger user`;
  // what migrations have written is among the rows of the backup
  for (const { name } of tables) await tx`truncate ${tx(name)}`;
  const made = await indexes(tx);
  for (const { table, name, isConstraint } of made) {
    await (isConstraint ? dropConstraint(tx, table, name) : tx`drop index ${tx(name)}`);
  }
  let rows = 0;
  for (const table of tables) {
    onTable(table.name);
    signal?.throwIfAborted();
    rows += await loadTable(tx, from, table);
  }
  for (const { table, name, definition, isConstraint } of made) {
    signal?.throwIfAborted();
    await (isConstraint ? addConstraint(tx, table, name, definition) : tx.unsafe(definition));
  }
  for (const { name } of tables) await tx`alter table ${tx(name)} enable trigger user`;
  for (const { table, name, definition } of keys) {
    signal?.throwIfAborted();
    await addConstraint(tx, table, name, definition);
  }
  return rows;
}

const dropConstraint = (tx: Transaction, table: string, name: string) =>
  tx`alter table ${tx(table)} drop constraint ${tx(name)}`;

const addConstraint = (tx: Transaction, table: string, name: string, definition: string) =>
  tx`alter table ${tx(table)} add constraint ${tx(name)} ${tx.unsafe(definition)}`;

async function loadTable(tx: Transaction, from: string, { name, columns, file, rows }: BackupTable): Promise<number> {
  const target = await tx`copy ${tx(name)} (${tx(columns)}) from stdin`.writable();
  await pipeline(createReadStream(path.join(from, file)), createGunzip(), target);
  const { count } = requireRow(await tx.unsafe<[{ count: number }]>(`select count(*)::int as count from "${name}"`));
  if (count === rows) return count;
  throw new EnvError(`The backup has ${rows} rows of ${name}, and ${count} were loaded.`);
}
