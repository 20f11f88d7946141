import { and, eq } from "drizzle-orm";
import { refundAddresses } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";

/** What a customer left on the payment page; not confirmed by anyone. `address` is base58. */
export type RefundAddress = { address: string; at: Date };

/** The address that the customer of an intent left for a refund; null when there is none. */
export async function getRefundAddress(
  { db, merchantId }: MerchantContext,
  intentId: string,
): Promise<RefundAddress | null> {
  const [left] = await db.orm
    .select({ address: refundAddresses.address, at: refundAddresses.createdAt })
    .from(refundAddresses)
    .where(and(eq(refundAddresses.paymentIntentId, intentId), eq(refundAddresses.merchantId, merchantId)));
  return left ? { address: tronFromHex(left.address), at: left.at } : null;
}
