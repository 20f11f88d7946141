import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "@/lib/base/db/client";
import { resetEnv } from "@/lib/base/process/env";

/**
 * Makes another database this process's own until the end of the test, as a service that is started with these URLs has
 * it.
 */
export function switchDatabase(
  url: string,
  { directUrl, pool }: { directUrl?: string | undefined; pool: number },
): Database {
  const store = (globalThis as unknown as { __till: Map<string, unknown> }).__till;
  const before = { kept: store.get("database"), url: process.env.DATABASE_URL };
  const db = openDatabase(url, directUrl === undefined ? { pool } : { pool, directUrl });
  store.set("database", db);
  process.env.DATABASE_URL = url;
  if (directUrl) process.env.DATABASE_DIRECT_URL = directUrl;
  resetEnv();
  onTestFinished(async () => {
    store.set("database", before.kept);
    process.env.DATABASE_URL = before.url;
    delete process.env.DATABASE_DIRECT_URL;
    resetEnv();
    await db.close();
  });
  return db;
}
