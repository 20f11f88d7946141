import { mkdirSync } from "node:fs";
import path from "node:path";
import { directUrl, directVariable } from "@/lib/base/db/client";
import { explainFaults } from "@/lib/base/db/describe-fault";
import { startEmbeddedPostgres } from "@/lib/base/db/embedded/start";
import { EnvError, env, resetEnv } from "@/lib/base/process/env";
import { knownKeyIds } from "@/lib/base/process/secrets";
import { fillInSecrets, hasEncryptionKey, storeSecret } from "@/lib/service/server/secret-file";

/**
 * `explainFaults` does what needs the database, and says in words why it can't be used, if it is the operator's own.
 */
export type RestoreTarget = {
  url: string;
  explainFaults<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Reads the encryption key of the data folder, unless another is set or there is none yet. Makes nothing. */
export function readKnownKeys(root: string): void {
  const dataDir = path.resolve(root, env().DATA_DIR);
  if (hasEncryptionKey(dataDir, process.env)) fillInSecrets(dataDir, process.env, { create: false });
  resetEnv();
}

/**
 * Opens the database that a backup is to be restored into: the data folder's, which is created if it is missing, or the
 * one of `DATABASE_URL`. Whether it is empty is not checked here. `broughtKey`, the key that the backup holds, is
 * stored in the data folder if no other is set. Error: `EnvError` without the keys that the backup's secrets need, so
 * that nothing is restored that could not start.
 */
export async function openRestoreTarget(
  root: string,
  neededKeyIds: readonly string[],
  broughtKey: string | null,
): Promise<RestoreTarget> {
  const dataDir = path.resolve(root, env().DATA_DIR);
  const url = env().DATABASE_URL && directUrl();
  mkdirSync(dataDir, { recursive: true });
  if (broughtKey) storeSecret(dataDir, process.env, broughtKey);
  if (neededKeyIds.length > 0 && !hasEncryptionKey(dataDir, process.env)) {
    throw new EnvError(`ENCRYPTION_KEY is not set. ${howToGiveKeys(neededKeyIds)}`);
  }
  fillInSecrets(dataDir, process.env, { create: neededKeyIds.length === 0 });
  resetEnv();
  const missing = neededKeyIds.filter((id) => !knownKeyIds().includes(id));
  if (missing.length > 0) throw new EnvError(`The ENCRYPTION_KEY given here is another. ${howToGiveKeys(missing)}`);
  if (url) return { url, explainFaults: (work) => explainFaults(directVariable(), work), close: async () => {} };
  const server = await startEmbeddedPostgres({ dataDir, supervise: false });
  return {
    url: server.url,
    explainFaults: (work) => work(),
    close: () => server.stop({ leaveRunning: server.attached }),
  };
}

function howToGiveKeys(ids: readonly string[]): string {
  return (
    `The backup's secrets are encrypted with key ${ids.join(", ")}. Set the ENCRYPTION_KEY of the installation that was backed up, ` +
    "copy its secrets.json into the data folder, or give the passphrase of a backup that holds the key."
  );
}
