import { eq } from "drizzle-orm";
import { merchants } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { notFound } from "@/lib/base/values/errors";

/**
 * Alarms begin, grow, return and end in one transaction at a time, and so do messages about them, and memberships end.
 */
export async function lockAllAlarms(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('till alarms', 0))`;
}

/**
 * Makes the caller's transaction the only writer of a network's ledger until it ends: pass, re-scan, expiry and
 * attached transfer lock the same intents in different orders; setting a wallet locks its addresses before their
 * ledgers. Take it before any lock on intents, transfers or addresses.
 */
export async function lockLedger(tx: Transaction, network: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`till books ${network}`}, 0))`;
}

/** Lets one change of a merchant go on at a time, so that each reads what the one before left. Error: `not_found`. */
export async function lockMerchant(tx: Transaction, merchantId: string): Promise<void> {
  const [merchant] = await orm(tx)
    .select({ id: merchants.id })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for("no key update");
  if (!merchant) throw notFound("merchant");
}
