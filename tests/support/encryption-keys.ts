import { randomBytes } from "node:crypto";
import { resetEnv } from "@/lib/base/process/env";

/** The process as it would be after a start with these keys. */
export function restartWith(current: string, old = ""): void {
  process.env.ENCRYPTION_KEY = current;
  process.env.ENCRYPTION_KEYS_OLD = old;
  const kept = (globalThis as unknown as { __till: Map<string, unknown> }).__till;
  for (const name of ["secrets.ring", "webhooks.secrets"]) kept.delete(name);
  resetEnv();
}

export const newEncryptionKey = () => randomBytes(32).toString("base64");
