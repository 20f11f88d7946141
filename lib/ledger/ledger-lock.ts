import type { Transaction } from "@/lib/db/client";

/**
 * Whoever writes a network's books does so alone until his transaction ends: pass, re-scan, expiry and attached transfer
 * touch the same intents in different orders. Take it before any lock on intents, transfers or addresses.
 */
export async function lockLedger(tx: Transaction, network: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`till books ${network}`}, 0))`;
}
