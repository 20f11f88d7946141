import type { KeyContext } from "@/lib/base/context/context";
import { conflict } from "@/lib/base/values/errors";
import { cancelRefund } from "@/lib/payments/refunds/cancel";
import { type FoundRefund, getRefund } from "@/lib/payments/refunds/find-refunds";
import { inApiTerms } from "@/lib/payments/refunds/in-api-terms";
import type { RefundPath } from "@/lib/payments/refunds/schemas";

/**
 * Cancels a refund that the key itself has prepared and that has not left. One that is already cancelled stays as it
 * is. Errors: `not_found`; `invalid_transition` for another's refund, and for one that left or may have.
 */
export function cancelRefundByKey(ctx: KeyContext, { id }: RefundPath): Promise<FoundRefund> {
  return inApiTerms(async () => {
    const refund = await getRefund(ctx, { id });
    if (!refund.isOwn) throw conflict(NOT_OWN);
    if (refund.status === "cancelled") return refund;
    const failure = await cancelRefund(ctx, { refundId: id }).catch((error: unknown) => ({ error }));
    const after = await getRefund(ctx, { id });
    // a concurrent call may have cancelled it first
    if (failure && after.status !== "cancelled") throw failure.error;
    return after;
  });
}

const NOT_OWN = "This key didn't prepare this refund, so it can't cancel it. Cancel it in the dashboard.";
