import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { refunds } from "@/drizzle/schema";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { orm, type Transaction } from "@/lib/db/client";
import { conflict, type DomainError, notFound } from "@/lib/errors";

export const RefundId = z.object({ refundId: z.guid() });
export type RefundId = z.infer<typeof RefundId>;

/** Cancels a prepared refund that has not left. Errors: `not_found`, `conflict` when it has left or was already cancelled. */
export async function cancelRefund(ctx: MemberContext, { refundId }: RefundId): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    // the item before the refund, the order in which a refund that has left is recorded
    await tx`
      select from attention_items where merchant_id = ${merchantId}
         and id = (select item_id from refunds where id = ${refundId} and merchant_id = ${merchantId}) for no key update`;
    const [withdrawn] = await tx<Pick<typeof refunds.$inferSelect, "itemId" | "amountMicros">[]>`
      update refunds set withdrawn_at = now()
       where id = ${refundId} and merchant_id = ${merchantId} and withdrawn_at is null and outgoing_id is null
      returning item_id as "itemId", amount_micros as "amountMicros"`;
    if (!withdrawn) throw await refusal(tx, ctx, refundId);
    await recordAudit(tx, {
      ...{ merchantId, actor, action: "refund.withdrawn", targetType: "attention_item", targetId: withdrawn.itemId },
      before: { refundId, amountMicros: String(withdrawn.amountMicros) },
    });
  });
}

async function refusal(tx: Transaction, { merchantId }: MemberContext, refundId: string): Promise<DomainError> {
  const [refund] = await orm(tx)
    .select({ outgoingId: refunds.outgoingId })
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.merchantId, merchantId)));
  if (!refund) return notFound("refund");
  return conflict(
    refund.outgoingId
      ? "This refund was already sent, so it can't be cancelled."
      : "This refund was already cancelled.",
  );
}
