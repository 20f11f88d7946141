import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import { inject, onTestFinished } from "vitest";
import { migrateDatabase } from "@/lib/base/db/migrate";
import { withDatabase } from "@/tests/support/cluster";

const MIGRATIONS = path.resolve("drizzle/migrations");

/** A database with the schema of an earlier version, whose last migration was `last`, and its upgrade to this one. */
export async function earlierDatabase(last: string): Promise<{ sql: postgres.Sql; upgrade(): Promise<void> }> {
  const name = `till_upgraded_${randomBytes(4).toString("hex")}`;
  const admin = postgres(inject("clusterUrl"), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const url = withDatabase(inject("clusterUrl"), name);
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end();
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  });
  await migrateDatabase(url, migrationsUpTo(last));
  return { sql, upgrade: () => migrateDatabase(url, MIGRATIONS) };
}

function migrationsUpTo(last: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), "till-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(MIGRATIONS, folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8"));
  const at = journal.entries.findIndex((entry: { tag: string }) => entry.tag === last);
  if (at < 0) throw new Error(`There is no migration ${last}.`);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at + 1) }));
  return folder;
}
