import type { MemberContext } from "@/lib/base/context/context";
import { requireNetwork } from "@/lib/base/context/network";
import { DomainError } from "@/lib/base/values/errors";
import { findSentRefund } from "@/lib/payments/refunds/in-flight";
import type { RefundId } from "@/lib/payments/refunds/lock";
import { refreshSentState } from "@/lib/payments/refunds/settle-sent";
import { findRefund } from "@/lib/settlement/funds/transfer-to-sign";

/**
 * Looks up the transaction that a refund was sent with. `isFailed`: a new one can be signed; `failure`: why, as
 * java-tron names it, where a node says so. Errors: `not_found`, `api_error` when no node can be asked.
 */
export async function checkSent(
  ctx: MemberContext,
  { refundId }: RefundId,
): Promise<{ isFailed: boolean; failure?: string }> {
  const network = requireNetwork(ctx.settings);
  await findRefund(ctx, refundId);
  const sent = await findSentRefund(ctx.db.sql, { merchantId: ctx.merchantId, refundId });
  if (!sent) return { isFailed: false };
  const { state, failure } = await refreshSentState(ctx, network, sent);
  if (state === "unreachable") {
    throw new DomainError(
      "api_error",
      "No TRON node responds, so nothing is known about it. Try again in a few minutes.",
    );
  }
  return { isFailed: state === "failed", ...(failure && { failure }) };
}
