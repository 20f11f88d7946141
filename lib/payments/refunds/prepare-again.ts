import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { conflict } from "@/lib/base/values/errors";
import { lockRefund, type RefundId } from "@/lib/payments/refunds/lock";
import { refundTarget } from "@/lib/payments/refunds/target";
import { prepareAgain } from "@/lib/payments/refunds/transition";

/**
 * Prepares a refund again whose transaction has failed: the same one, to the same address. Errors: `not_found`,
 * `conflict` when it hasn't failed or someone else was first.
 */
export async function prepareRefundAgain(ctx: MemberContext, { refundId }: RefundId): Promise<void> {
  const { merchantId, actor } = ctx;
  await ctx.db.sql.begin(async (tx) => {
    const refund = await lockRefund(tx, ctx, { refundId });
    const [moved] = await prepareAgain(tx, [refund]);
    if (!moved) throw conflict("This refund isn't failed any more. Nothing was changed. Reload the page.");
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.prepared_again",
      ...refundTarget(refund),
      after: { refundId, amountMicros: String(refund.amountMicros) },
    });
  });
}
