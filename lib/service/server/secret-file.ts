import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@/lib/base/process/env";

const NAMES = ["ENCRYPTION_KEY"] as const;

/**
 * Adds missing secrets to the environment from `secrets.json` in the data folder. With `create`, a first start creates
 * the file (mode 0600); two simultaneous first starts get the same secrets. Error: `EnvError` if it's missing without
 * `create`.
 */
export function fillInSecrets(
  dataDir: string,
  environment: Record<string, string | undefined>,
  { create }: { create: boolean },
): void {
  if (NAMES.every((name) => environment[name])) return;
  const file = fileIn(dataDir);
  if (!existsSync(file)) {
    if (!create)
      throw new EnvError(
        `ENCRYPTION_KEY is not set and ${file} does not exist. Set the same ENCRYPTION_KEY as for the service.`,
      );
    makeSecrets(file);
  }
  const kept = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  for (const name of NAMES) environment[name] ||= kept[name];
}

/** Stores a key that was brought along, unless the environment or the data folder has one. */
export function storeSecret(dataDir: string, environment: Record<string, string | undefined>, key: string): void {
  if (!hasEncryptionKey(dataDir, environment)) writeSecrets(fileIn(dataDir), { ENCRYPTION_KEY: key });
}

export function hasEncryptionKey(dataDir: string, environment: Record<string, string | undefined>): boolean {
  return Boolean(environment.ENCRYPTION_KEY) || existsSync(fileIn(dataDir));
}

const fileIn = (dataDir: string) => path.join(dataDir, "secrets.json");

function makeSecrets(file: string): void {
  writeSecrets(file, Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString("base64")])));
}

function writeSecrets(file: string, secrets: Record<string, string>): void {
  // of this call alone: in containers that share the folder, processes can have the same ID
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
