import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { migrateDatabase } from "@/lib/base/db/migrate";

export const TEMPLATE = "till_template";

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the cluster's maintenance database */
    clusterUrl: string;
  }
}

/** One PostgreSQL for the whole run, without durability, with a migrated template that every test file copies. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "till-test-"));
  // open to the account that PostgreSQL runs under when the tests run as root
  chmodSync(dataDir, 0o755);
  const cluster = await startEmbeddedPostgres({
    dataDir,
    flags: ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"],
  });
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} });
  await sql.unsafe(`create database ${TEMPLATE}`);
  await sql.end();
  await migrateDatabase(withDatabase(cluster.url, TEMPLATE), path.resolve("drizzle/migrations"));
  project.provide("clusterUrl", cluster.url);
  const kill = () =>
    process.kill(Number.parseInt(readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8"), 10), "SIGQUIT");
  // an interrupted run ends without what this returns
  process.once("exit", kill);
  return async () => {
    process.off("exit", kill);
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
