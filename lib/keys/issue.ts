import type { Environment } from "@/lib/context";
import type { Transaction } from "@/lib/db/client";
import { newKey } from "@/lib/keys/key";
import { requireLiveReady } from "@/lib/settlement/live";

/**
 * Issues the first key of a terminal in an environment, in the caller's transaction; it is shown this once.
 * Error: `invalid_request` for live with what is missing: a receiving wallet, or the way to the chain.
 */
export async function issueKey(
  tx: Transaction,
  terminal: { id: string; merchantId: string },
  environment: Environment,
): Promise<string> {
  if (environment === "live") await requireLiveReady(tx, terminal.merchantId);
  const { key, hash, last4 } = newKey(environment);
  await tx`
    insert into api_keys (merchant_id, terminal_id, environment, key_hash, last4)
    values (${terminal.merchantId}, ${terminal.id}, ${environment}, ${hash}, ${last4})`;
  return key;
}
