import type { Sql } from "@/lib/base/db/client";
import { liftTimeLimits } from "@/lib/base/db/lift-time-limits";
import { onOneConnection } from "@/lib/base/db/migrate";
import { EnvError } from "@/lib/base/process/env";
import { ownRoutines, storedTables } from "@/lib/service/backup/catalog";

/** An empty schema of this name is in a database from before a restore makes anything until everything is there. */
const MARK = "till_restore";

export async function markUnfinished(sql: Sql): Promise<void> {
  await sql`create schema ${sql(MARK)}`;
}

export async function markFinished(sql: Sql): Promise<void> {
  await sql`drop schema ${sql(MARK)}`;
}

export async function isUnfinished(sql: Sql): Promise<boolean> {
  const [found] = await sql<[{ isMarked: boolean }]>`select to_regnamespace(${MARK}) is not null as "isMarked"`;
  return found.isMarked;
}

/** Error: `EnvError` while a database is being restored, and after a restore was killed. */
export async function requireFinished(url: string): Promise<void> {
  if (!(await onOneConnection(url, isUnfinished))) return;
  throw new EnvError(
    "A restore into this database is running or was interrupted, so data is missing. Wait until it has ended, or run restore again.",
  );
}

/** Removes what an unfinished restore has made, and its mark: the database was empty before it. */
export async function emptyAgain(sql: Sql): Promise<void> {
  await sql.begin(async (tx) => {
    await liftTimeLimits(tx);
    await tx`drop schema if exists drizzle cascade`;
    for (const { name } of await storedTables(tx)) await tx`drop table if exists ${tx(name)} cascade`;
    for (const { signature } of await ownRoutines(tx)) await tx`drop routine if exists ${tx.unsafe(signature)} cascade`;
    await tx`drop schema if exists ${tx(MARK)}`;
  });
}
