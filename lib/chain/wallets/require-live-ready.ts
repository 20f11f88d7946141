import { and, eq, isNull } from "drizzle-orm";
import { receivingWallets } from "@/drizzle/schema";
import { LIVE_IS_OFF } from "@/lib/base/context/network";
import type { Settings } from "@/lib/base/context/settings";
import { orm, type Sql, type Transaction } from "@/lib/base/db/client";
import { DomainError } from "@/lib/base/values/errors";

/** What a merchant misses for live payments, as a sentence; null when nothing is. */
async function missingForLive(
  { network }: Settings,
  sql: Sql | Transaction,
  merchantId: string,
): Promise<string | null> {
  // without a node, a wallet can't be set either
  if (!network) return LIVE_IS_OFF;
  const [wallet] = await orm(sql)
    .select({ id: receivingWallets.id })
    .from(receivingWallets)
    .where(and(eq(receivingWallets.merchantId, merchantId), isNull(receivingWallets.retiredAt)));
  return wallet ? null : "Live payments need a receiving wallet. An owner can set one under Settlement.";
}

/** Error: `invalid_request` with what a merchant misses for live payments. */
export async function requireLiveReady(settings: Settings, sql: Sql | Transaction, merchantId: string): Promise<void> {
  const missing = await missingForLive(settings, sql, merchantId);
  if (missing) throw new DomainError("invalid_request", missing);
}
