import type { RefundId } from "@/lib/attention/find-refund";
import { findSentRefund } from "@/lib/attention/in-flight";
import type { MemberContext } from "@/lib/context";
import { markFailed } from "@/lib/funds/mark-failed";
import { requireNetwork } from "@/lib/network";

/** Looks up the transaction that a refund was sent with. `isFailed`: a new one can be signed. */
export async function checkSent(ctx: MemberContext, { refundId }: RefundId): Promise<{ isFailed: boolean }> {
  const network = requireNetwork(ctx.settings);
  const sent = await findSentRefund(ctx.db.sql, { merchantId: ctx.merchantId, refundId });
  return { isFailed: sent !== null && (await markFailed(ctx, network, sent.txHash)) };
}
