import { apiKeys } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import type { Settings } from "@/lib/base/context/settings";
import { orm, type Transaction } from "@/lib/base/db/client";
import { newKey } from "@/lib/business/keys/key";
import { requireLiveReady } from "@/lib/chain/wallets/require-live-ready";

/**
 * Issues a terminal's first key in an environment, in the caller's transaction. The key is returned only here.
 * Error: `invalid_request` in live if there is no receiving wallet or no TRON node.
 */
export async function issueKey(
  settings: Settings,
  tx: Transaction,
  terminal: { id: string; merchantId: string },
  environment: Environment,
): Promise<string> {
  if (environment === "live") await requireLiveReady(settings, tx, terminal.merchantId);
  const { key, hash, last4 } = newKey(environment);
  await orm(tx)
    .insert(apiKeys)
    .values({ merchantId: terminal.merchantId, terminalId: terminal.id, environment, keyHash: hash, last4 });
  return key;
}
