import type { exchangeRates } from "@/drizzle/schema";
import type { MerchantAction } from "@/lib/base/audit/actions";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { lockMerchant } from "@/lib/base/db/locks";
import { inForce } from "@/lib/payments/prices/in-force";
import { continueHistory } from "@/lib/payments/prices/rate-history";

/** What the changes of a rate by members have in common. */

type Row = typeof exchangeRates.$inferSelect;
export type LockedRate = Pick<Row, "source" | "spreadBps" | "fetchedRate" | "manualRate" | "heldRate" | "bandBps"> & {
  /** in force; null: none is */
  rate: string | null;
};

/**
 * Locks the business and its rate for a currency until the transaction ends, and brings the history up to the change;
 * null: it doesn't price in this currency. A reading of its URL that is under way records nothing after the change.
 */
export async function lockRate(tx: Transaction, ctx: MemberContext, currency: string): Promise<LockedRate | null> {
  const { merchantId } = ctx;
  await lockMerchant(tx, merchantId);
  await tx`select from exchange_rates where merchant_id = ${merchantId} and currency = ${currency} for update`;
  await continueHistory(tx, { merchantId, currency });
  const [row] = await tx<LockedRate[]>`
    select e.source, e.spread_bps as "spreadBps", e.fetched_rate as "fetchedRate", e.manual_rate as "manualRate",
           e.held_rate as "heldRate", e.band_bps as "bandBps", now.rate
      from exchange_rates e cross join lateral ${inForce(tx)} now
     where e.merchant_id = ${merchantId} and e.currency = ${currency}`;
  return row ?? null;
}

type Recorded = Parameters<typeof recordAudit>[1]["after"];

export async function auditRate(
  tx: Transaction,
  { merchantId, actor }: MemberContext,
  {
    action,
    currency,
    before,
    after,
  }: {
    action: Extract<MerchantAction, `exchange_rate.${string}`>;
    currency: string;
    before: Recorded;
    after: Recorded;
  },
): Promise<void> {
  await recordAudit(tx, {
    merchantId,
    actor,
    action,
    targetType: "merchant",
    targetId: merchantId,
    before: before && { currency, ...before },
    after: after && { currency, ...after },
  });
}
