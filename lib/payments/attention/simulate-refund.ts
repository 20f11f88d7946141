import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { refunds } from "@/drizzle/schema";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import { orm } from "@/lib/base/db/client";
import { type HexAddress, tronFromHex } from "@/lib/base/tron/address";
import { DomainError } from "@/lib/base/values/errors";
import { lockWaitingRefund, type RefundId } from "@/lib/payments/attention/find-refund";
import { resolveIfRefunded } from "@/lib/payments/attention/resolve-if-refunded";

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
    const refund = await lockWaitingRefund(tx, ctx, { refundId, verb: "sent again" });
    await orm(tx)
      .update(refunds)
      .set({ simulatedTxHash: randomBytes(32).toString("hex") })
      .where(and(eq(refunds.id, refundId), eq(refunds.merchantId, merchantId)));
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.simulated",
      targetType: "attention_item",
      targetId: refund.itemId,
      after: { refundId, to: tronFromHex(refund.toAddress as HexAddress), amountMicros: String(refund.amountMicros) },
    });
    await resolveIfRefunded(tx, { id: refund.itemId, merchantId });
  });
}
