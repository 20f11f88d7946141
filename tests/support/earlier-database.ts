import journal from "@/drizzle/migrations/meta/_journal.json";
import { migrateDatabase, migrateUpTo } from "@/lib/base/db/migrate";
import { emptyDatabase, migrations } from "@/tests/support/backups";

/** A database with the schema of an earlier version, whose last migration was `last`, and its upgrade to this one. */
export async function earlierDatabase(last = "0039_baseline") {
  const newest = journal.entries.find(({ tag }) => tag === last)?.when;
  if (newest === undefined) throw new Error(`There is no migration ${last}.`);
  const { url, sql } = await emptyDatabase();
  await migrateUpTo(url, migrations, newest);
  return { url, sql, upgrade: () => migrateDatabase(url, migrations) };
}
