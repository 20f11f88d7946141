import type { Environment } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { newKey } from "@/lib/keys/key";

/**
 * Issues the first key of a terminal in an environment, in the caller's transaction; it is shown this once.
 * Error: `invalid_request` for live, which needs a receiving wallet.
 */
export async function issueKey(
  tx: Transaction,
  terminal: { id: string; merchantId: string },
  environment: Environment,
): Promise<string> {
  if (environment === "live") {
    throw new DomainError("invalid_request", "A live key needs a receiving wallet, and this merchant has none set.");
  }
  const { key, hash, last4 } = newKey(environment);
  await tx`
    insert into api_keys (merchant_id, terminal_id, environment, key_hash, last4)
    values (${terminal.merchantId}, ${terminal.id}, ${environment}, ${hash}, ${last4})`;
  return key;
}
