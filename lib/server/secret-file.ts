import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@/lib/env";

const NAMES = ["ENCRYPTION_KEY"] as const;

/**
 * Fills in the secrets that the environment lacks from `secrets.json` in the data folder. With `create`, the first start
 * makes that file (0600); of two first starts at once both end up with the same secrets. Error: `EnvError` without it.
 */
export function fillInSecrets(
  dataDir: string,
  environment: Record<string, string | undefined>,
  { create }: { create: boolean },
): void {
  if (NAMES.every((name) => environment[name])) return;
  const file = path.join(dataDir, "secrets.json");
  if (!existsSync(file)) {
    if (!create) throw new EnvError(`ENCRYPTION_KEY is not set and ${file} is not there. Set the one of the service.`);
    makeSecrets(file);
  }
  const kept = JSON.parse(readFileSync(file, "utf8")) as Record<string, string>;
  for (const name of NAMES) environment[name] ||= kept[name];
}

function makeSecrets(file: string): void {
  const draft = `${file}.${process.pid}`;
  const secrets = Object.fromEntries(NAMES.map((name) => [name, randomBytes(32).toString("base64")]));
  writeFileSync(draft, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
