import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { EnvError } from "@/lib/env";

const NAMES = ["ENCRYPTION_KEY"] as const;

/**
 * Adds missing secrets to the environment from `secrets.json` in the data folder. With `create`, a first start creates the
 * file (mode 0600); two simultaneous first starts get the same secrets. Error: `EnvError` if it's missing without `create`.
 */
export function fillInSecrets(
  dataDir: string,
  environment: Record<string, string | undefined>,
  { create }: { create: boolean },
): void {
  if (NAMES.every((name) => environment[name])) return;
  const file = path.join(dataDir, "secrets.json");
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
