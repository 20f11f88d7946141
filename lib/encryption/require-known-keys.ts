import type { Context } from "@/lib/context";
import { countByKey, type SealedCount } from "@/lib/encryption/count-by-key";
import { EnvError } from "@/lib/env";
import { knownKeyIds } from "@/lib/secrets";

/**
 * Holds that every secret in the database can be opened here. Without its key, webhooks could not be signed and accounts
 * with an authenticator could not sign in. Error: `EnvError` with the keys that are missing and what needs them.
 */
export async function requireKnownKeys(ctx: Context): Promise<void> {
  const known = knownKeyIds();
  const missing = (await countByKey(ctx)).filter(({ keyId }) => !known.includes(keyId));
  if (missing.length === 0) return;
  const keys = [...new Set(missing.map(({ keyId }) => keyId))];
  throw new EnvError(
    `ENCRYPTION_KEY does not open the secrets in this database. They were written with key ${keys.join(", ")}: ` +
      `${missing.map(inWords).join(", ")}. Give the key they were written with, or add it to ENCRYPTION_KEYS_OLD and run ` +
      "re-encrypt.",
  );
}

function inWords({ column, rows }: SealedCount): string {
  return `${rows} ${rows === 1 ? "row" : "rows"} of ${column}`;
}
