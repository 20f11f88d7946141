import { liveNetwork, type Network } from "@/lib/chain/network";
import type { Sql, Transaction } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";

export const LIVE_IS_OFF =
  "Live payments are off: no TRON node is configured. Your administrator must set TRON_RPC_URLS.";

/** What a merchant misses for live payments, as a sentence; null when nothing is. */
async function missingForLive(sql: Sql | Transaction, merchantId: string): Promise<string | null> {
  const [wallet] = await sql`select from receiving_wallets where merchant_id = ${merchantId} and retired_at is null`;
  if (!wallet) return "Live payments need a receiving wallet. An owner can set one under Settlement.";
  return liveNetwork() ? null : LIVE_IS_OFF;
}

/** Error: `invalid_request` with what a merchant misses for live payments. */
export async function requireLiveReady(sql: Sql | Transaction, merchantId: string): Promise<void> {
  const missing = await missingForLive(sql, merchantId);
  if (missing) throw new DomainError("invalid_request", missing);
}

/** The chain that live payments are settled on. Error: `conflict` when none is configured. */
export function requireNetwork(): Network {
  const network = liveNetwork();
  if (!network) throw new DomainError("conflict", LIVE_IS_OFF);
  return network;
}
