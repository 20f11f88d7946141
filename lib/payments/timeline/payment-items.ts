import { and, eq, sql as fragment } from "drizzle-orm";
import { attentionItems } from "@/drizzle/schema";
import type { MerchantContext } from "@/lib/base/context/context";
import type { ItemKind, ItemResolution } from "@/lib/base/values/attention-kinds";

/** An item under Needs attention, open or resolved. */
export type PaymentItem = { id: string; kind: ItemKind; amountMicros: bigint; resolution: ItemResolution | null };

/** The items of a payment, oldest first. The caller has checked that the member may see the payment. */
export async function listPaymentItems(ctx: MerchantContext, id: string): Promise<PaymentItem[]> {
  return ctx.db.orm
    .select({
      id: attentionItems.id,
      kind: fragment<ItemKind>`${attentionItems.kind}`,
      amountMicros: attentionItems.amountMicros,
      resolution: fragment<ItemResolution | null>`${attentionItems.resolution}`,
    })
    .from(attentionItems)
    .where(and(eq(attentionItems.intentId, id), eq(attentionItems.merchantId, ctx.merchantId)))
    .orderBy(attentionItems.createdAt, attentionItems.id);
}
