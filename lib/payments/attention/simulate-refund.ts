import { randomBytes } from "node:crypto";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import { conflict, DomainError } from "@/lib/base/values/errors";
import { resolveIfRefunded } from "@/lib/payments/attention/resolve-if-refunded";
import { lockRefund, type RefundId, requireNotSent } from "@/lib/payments/refunds/lock";
import { refundTarget } from "@/lib/payments/refunds/target";
import { moveToFinal } from "@/lib/payments/refunds/transition";

/**
 * Simulates the transfer of a refund prepared in the sandbox, and resolves its item after the last one, as the watcher
 * does in live. No money moves. Errors: `invalid_transition` in live, `not_found`, `conflict` when it was sent or
 * cancelled.
 */
export async function simulateRefund(ctx: MemberContext, { refundId }: RefundId): Promise<void> {
  const { merchantId, actor, environment } = ctx;
  if (environment !== "sandbox") {
    throw new DomainError(
      "invalid_transition",
      "Only refunds in the sandbox can be simulated. In live, sign the transfer in your wallet.",
    );
  }
  await ctx.db.sql.begin(async (tx) => {
    const refund = await lockRefund(tx, ctx, { refundId });
    await requireNotSent(tx, refund, "sent again");
    if (!refund.to) throw conflict("This refund still waits for the customer's address.");
    if (!refund.confirmedAt) throw conflict("Confirm this refund first.");
    const simulatedTxHash = randomBytes(32).toString("hex");
    const [{ now }] = await tx<[{ now: Date }]>`select now() as now`;
    await moveToFinal(tx, refund, { by: { simulatedTxHash }, at: now });
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.simulated",
      ...refundTarget(refund),
      after: { refundId, to: tronFromHex(refund.to), amountMicros: String(refund.amountMicros) },
    });
    if (refund.itemId) await resolveIfRefunded(tx, { id: refund.itemId, merchantId });
  });
}
