import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { systemContext } from "@/lib/base/context/context";
import { type Database, database, directUrl, directVariable, ignoredParameters } from "@/lib/base/db/client";
import { applicationName } from "@/lib/base/db/connect";
import { explainFaults } from "@/lib/base/db/describe-fault";
import { hasCluster } from "@/lib/base/db/embedded/home";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { migrateDatabase, requireSchema } from "@/lib/base/db/migrate";
import { requireSessions } from "@/lib/base/db/require-usable";
import { requireKnownKeys } from "@/lib/base/encryption/require-known-keys";
import { EnvError, env, readSecretFiles, resetEnv } from "@/lib/base/process/env";
import { seedDemoMerchant } from "@/lib/business/merchants/seed-demo";
import { renameUnknownZones } from "@/lib/business/merchants/unknown-zones";
import { requireFinished } from "@/lib/service/backup/unfinished";
import { fillInSecrets } from "@/lib/service/server/secret-file";
import { requireSameNetwork } from "@/lib/settlement/watcher/require-same-network";

export type Service = {
  db: Database;
  /** true for the embedded PostgreSQL, false for the operator's own */
  embedded: boolean;
  /** Closes the pools, and the embedded PostgreSQL unless another process still uses it. */
  close(): Promise<void>;
};

/**
 * Reads the project's `.env`, if there is one, and secrets from files, and parses the environment. Error: `EnvError`.
 */
export function loadSettings(root: string): void {
  const file = path.join(root, ".env");
  if (existsSync(file)) process.loadEnvFile(file);
  readSecretFiles(process.env);
  resetEnv();
  env();
}

type Opening = {
  /** receives messages when PostgreSQL starts, stops or crashes */
  say?: (line: string) => void;
  /** creates what a first start needs: the data folder, the encryption key and the cluster */
  create: boolean;
  /** migrates the schema; otherwise an older schema is an error */
  migrate: boolean;
};

/**
 * Opens everything below HTTP: secrets, PostgreSQL (embedded unless `DATABASE_URL` is set), migrations and the demo
 * merchant. Relative folders start at the project root. Error: `EnvError` with a message for the operator.
 */
export async function openService(root: string, { say = () => {}, create, migrate }: Opening): Promise<Service> {
  const dataDir = path.resolve(root, env().DATA_DIR);
  if (create) mkdirSync(dataDir, { recursive: true });
  else if (!env().DATABASE_URL && !hasCluster(dataDir)) throw new EnvError(noDatabase(dataDir));
  fillInSecrets(dataDir, process.env, { create });
  const embedded = env().DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir, log: say });
  if (embedded) process.env.DATABASE_URL = embedded.socketUrl ?? embedded.url;
  resetEnv();
  try {
    const db = embedded ? await openMigrated(root, migrate) : await openExternal(root, migrate, say);
    if (migrate) await seedDemoMerchant(systemContext(db, "start"));
    if (migrate) await renameUnknownZones(systemContext(db, "start"));
    await requireKnownKeys(systemContext(db, "start"));
    if (create) await requireSameNetwork(systemContext(db, "start"));
    return { db, embedded: embedded !== null, close: () => close(db, embedded) };
  } catch (error) {
    await embedded?.stop({ leaveRunning: embedded.attached });
    throw error;
  }
}

async function openMigrated(root: string, migrate: boolean): Promise<Database> {
  const migrations = path.join(root, "drizzle/migrations");
  await requireFinished(directUrl());
  await (migrate ? migrateDatabase : requireSchema)(directUrl(), migrations);
  return database();
}

/**
 * The operator's own. Says which of its URLs' parameters have no effect. Error: `EnvError`, also if it can't be used.
 */
async function openExternal(root: string, migrate: boolean, say: (line: string) => void): Promise<Database> {
  for (const { variable, ignored } of ignoredParameters())
    say(`${variable}: without effect here: ${ignored.join(", ")}`);
  const db = await explainFaults(directVariable(), async () => {
    await requireSessions(directUrl(), directVariable());
    return openMigrated(root, migrate);
  });
  await explainFaults("DATABASE_URL", async () => db.sql`select 1`);
  return db;
}

function noDatabase(dataDir: string): string {
  return (
    `There is no database in ${dataDir}. Start the service first. If it already runs with other settings, give this ` +
    "command the same DATA_DIR, or the same DATABASE_URL and ENCRYPTION_KEY, in front of the command or in .env."
  );
}

async function close(db: Database, embedded: Awaited<ReturnType<typeof startEmbeddedPostgres>> | null): Promise<void> {
  const inUse = embedded ? await usedByOthers(db) : false;
  await db.close();
  await embedded?.stop({ leaveRunning: inUse });
}

/** True if another Till process is connected; each one sets its own `application_name`. */
async function usedByOthers(db: Database): Promise<boolean> {
  try {
    const [row] = await db.sql<[{ others: boolean }]>`
      select exists (select from pg_stat_activity
        where datname = current_database() and application_name like 'till:%' and application_name <> ${applicationName()}
      ) as others`;
    return row.others;
  } catch {
    return false;
  }
}
