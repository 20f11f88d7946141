import { readFileSync } from "node:fs";
import path from "node:path";
import journal from "@/drizzle/migrations/meta/_journal.json";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { EnvError } from "@/lib/base/process/env";

type Journal = { entries: { tag: string; when: number }[] };

/** The time of this version's newest migration. */
export const NEWEST_MIGRATION = Math.max(...journal.entries.map(({ when }) => when));

/** It migrates to the schema of the baseline, the first of this version's migrations. */
export const LAST_BEFORE_BASELINE = "the last version before 1.0 (commit 9e492113)";

/** This version's migrations, from the baseline on. Each has a time in milliseconds, by which they are ordered. */
export function readMigrations(folder: string): Journal["entries"] {
  return (JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as Journal).entries;
}

/** The time of a database's newest migration. Null: it has none. */
export async function newestMigration(sql: Sql | Transaction): Promise<number | null> {
  const [table] = await sql<[{ exists: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table.exists) return null;
  const [found] = await sql<[{ newest: number | null }]>`
    select max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
  return found.newest;
}

/**
 * Returns how many of this version's migrations the database is missing. Error: `EnvError` if it is from before the
 * baseline, or if a newer version has migrated it, because an older version would write data that the newer schema no
 * longer accepts.
 */
export async function countMissingMigrations(sql: Sql, folder: string): Promise<number> {
  const migrations = readMigrations(folder);
  const newest = await newestMigration(sql);
  const [baseline, last] = [migrations[0], migrations.at(-1)];
  if (newest === null || !baseline || !last) return migrations.length;
  if (newest < baseline.when) {
    throw new EnvError(
      `The database is from before version 1.0, and this version can't migrate it. Start ${LAST_BEFORE_BASELINE} once, stop it, ` +
        "and then start this version.",
    );
  }
  if (newest > last.when) {
    throw new EnvError(
      `The database was migrated by a newer version of Till. This version's latest migration is ${last.tag}, and the ` +
        `database's is from ${new Date(newest).toISOString()}. Start the newer version, or restore the backup from before the update.`,
    );
  }
  return migrations.filter(({ when }) => when > newest).length;
}
