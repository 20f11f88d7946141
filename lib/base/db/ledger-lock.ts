import type { Transaction } from "@/lib/base/db/client";

/**
 * Makes the caller's transaction the only writer of a network's ledger until it ends: pass, re-scan, expiry and attached transfer
 * lock the same intents in different orders; setting a wallet locks its addresses before their ledgers. Take it before any lock on
 * intents, transfers or addresses.
 */
export async function lockLedger(tx: Transaction, network: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`till books ${network}`}, 0))`;
}
