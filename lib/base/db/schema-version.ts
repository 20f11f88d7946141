import { readFileSync } from "node:fs";
import path from "node:path";
import type { Sql, Transaction } from "@/lib/base/db/client";
import { EnvError } from "@/lib/base/process/env";

type Journal = { entries: { tag: string; when: number }[] };

/**
 * How many migrations a database has, and the time of the newest in milliseconds, by which they are ordered. Null: it has none.
 */
export async function appliedMigrations(sql: Sql | Transaction): Promise<{ count: number; newest: number } | null> {
  const [table] = await sql<[{ exists: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table.exists) return null;
  const [found] = await sql<[{ count: number; newest: number | null }]>`
    select count(*)::int as count, max(created_at)::float8 as newest from drizzle.__drizzle_migrations`;
  return found.newest === null ? null : { count: found.count, newest: found.newest };
}

/**
 * Returns how many of this version's migrations the database is missing. Error: `EnvError` if a newer version has migrated
 * it, because an older version would write data that the newer schema no longer accepts.
 */
export async function countMissingMigrations(sql: Sql, folder: string): Promise<number> {
  const { entries } = JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8")) as Journal;
  const found = await appliedMigrations(sql);
  const newest = found?.newest ?? 0;
  const last = entries.at(-1);
  if (last && newest > last.when) {
    throw new EnvError(
      `The database was migrated by a newer version of Till. This version's latest migration is ${last.tag}. The ` +
        `database has ${found?.count} migrations, the latest from ${new Date(newest).toISOString()}. Start the newer ` +
        "version, or restore the backup from before the update.",
    );
  }
  return entries.filter((entry) => entry.when > newest).length;
}
