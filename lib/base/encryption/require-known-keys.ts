import type { Context } from "@/lib/base/context/context";
import { countByKey, type SealedCount } from "@/lib/base/encryption/count-by-key";
import { EnvError } from "@/lib/base/process/env";
import { knownKeyIds } from "@/lib/base/process/secrets";

/**
 * Checks that every secret in the database can be decrypted. Without its key, webhooks can't be signed and accounts
 * with an authenticator can't sign in. Error: `EnvError` with the missing keys and the columns that need them.
 */
export async function requireKnownKeys(ctx: Context): Promise<void> {
  const known = knownKeyIds();
  const missing = (await countByKey(ctx)).filter(({ keyId }) => !known.includes(keyId));
  if (missing.length === 0) return;
  const keys = [...new Set(missing.map(({ keyId }) => keyId))];
  throw new EnvError(
    `ENCRYPTION_KEY can't decrypt the secrets in this database. They were encrypted with key ${keys.join(", ")}: ` +
      `${missing.map(formatCount).join(", ")}. Set the key they were encrypted with, or add it to ENCRYPTION_KEYS_OLD and ` +
      "run re-encrypt.",
  );
}

function formatCount({ column, rows }: SealedCount): string {
  return `${rows} ${rows === 1 ? "row" : "rows"} of ${column}`;
}
