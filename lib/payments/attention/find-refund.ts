import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { attentionItems, refunds } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/base/context/context";
import { orm, type Transaction } from "@/lib/base/db/client";
import { conflict, notFound } from "@/lib/base/values/errors";
import { findSentRefund } from "@/lib/payments/attention/in-flight";

export const RefundId = z.object({ refundId: z.guid() });
export type RefundId = z.infer<typeof RefundId>;

export type WaitingRefund = Pick<typeof refunds.$inferSelect, "id" | "itemId" | "toAddress" | "amountMicros">;

/**
 * A refund of the merchant and environment that hasn't left. Its item stays locked until the transaction ends; everyone
 * who changes a refund locks the item first. Errors: `not_found`, `conflict` when it was sent or cancelled; `verb`:
 * "cancelled".
 */
export async function lockWaitingRefund(
  tx: Transaction,
  { merchantId, environment }: MemberContext,
  { refundId, verb }: RefundId & { verb: string },
): Promise<WaitingRefund> {
  const isOurs = and(eq(refunds.id, refundId), eq(refunds.merchantId, merchantId));
  const isItsItem = and(eq(attentionItems.id, refunds.itemId), eq(attentionItems.merchantId, merchantId));
  const [item] = await orm(tx)
    .select({ id: attentionItems.id })
    .from(attentionItems)
    .innerJoin(refunds, and(isItsItem, isOurs))
    .where(and(eq(attentionItems.merchantId, merchantId), eq(attentionItems.environment, environment)))
    .for("no key update", { of: attentionItems });
  // read only now: another decision may have come first while this one waited for the lock
  const [refund] = item ? await orm(tx).select().from(refunds).where(isOurs) : [];
  if (!refund) throw notFound("refund");
  if (refund.outgoingId || refund.simulatedTxHash)
    throw conflict(`This refund was already sent, so it can't be ${verb}.`);
  if (refund.withdrawnAt) throw conflict("This refund was already cancelled.");
  if (await findSentRefund(tx, { merchantId, refundId })) {
    throw conflict(`This refund was sent and may still be confirmed, so it can't be ${verb}.`);
  }
  return refund;
}
