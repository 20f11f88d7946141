import type { RefundId } from "@/lib/attention/find-refund";
import { findSentRefund } from "@/lib/attention/in-flight";
import { settleIfFailed } from "@/lib/attention/settle-sent";
import type { MemberContext } from "@/lib/context";
import { findRefund } from "@/lib/funds/transfer-to-sign";
import { requireNetwork } from "@/lib/network";

/** Looks up the transaction that a refund was sent with. `isFailed`: a new one can be signed. Error: `not_found`. */
export async function checkSent(ctx: MemberContext, { refundId }: RefundId): Promise<{ isFailed: boolean }> {
  const network = requireNetwork(ctx.settings);
  await findRefund(ctx, refundId);
  const sent = await findSentRefund(ctx.db.sql, { merchantId: ctx.merchantId, refundId });
  return { isFailed: sent !== null && (await settleIfFailed(ctx, network, sent)) };
}
