import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { isStorable } from "@/lib/base/values/storable-text";
import { ItemId, lockItem, requireOpen } from "@/lib/payments/attention/find-item";
import { resolveItems } from "@/lib/payments/attention/items";

const NOTE = "Enter a note of up to 1,000 characters.";

export const AcceptInput = ItemId.extend({
  note: z.string(NOTE).trim().min(1, NOTE).max(1_000, NOTE).refine(isStorable, { error: NOTE }),
});
export type AcceptInput = z.infer<typeof AcceptInput>;

/**
 * Accepts an item as it is, with a note for later readers. The intent does not change. Errors: `not_found`, `conflict`
 * when it is already resolved, or providers have disagreed about it for less than a day.
 */
export async function acceptItem(ctx: MemberContext, { itemId, note }: AcceptInput): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const item = await lockItem(tx, ctx, itemId);
    requireOpen(item);
    await resolveItems(tx, [{ id: item.id, merchantId }], { resolution: "accepted", userId: actor.userId, note });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "attention.accepted",
      targetType: "attention_item",
      targetId: item.id,
      after: { kind: item.kind, intentId: item.intentId, note },
    });
  });
}
