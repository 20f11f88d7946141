import { randomBytes } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { refunds } from "@/drizzle/schema";
import { lockWaitingRefund, type RefundId } from "@/lib/attention/find-refund";
import { resolveIfRefunded } from "@/lib/attention/resolve-if-refunded";
import { recordAudit } from "@/lib/audit/record";
import type { MemberContext } from "@/lib/context";
import { orm } from "@/lib/db/client";
import { DomainError } from "@/lib/errors";
import { type HexAddress, tronFromHex } from "@/lib/tron/address";

/**
 * Simulates the transfer of a refund prepared in the sandbox, and resolves its item after the last one, as the watcher does in
 * live. No money moves. Errors: `invalid_transition` in live, `not_found`, `conflict` when it was sent or cancelled.
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
      ...{ merchantId, actor, action: "refund.simulated", targetType: "attention_item", targetId: refund.itemId },
      after: { refundId, to: tronFromHex(refund.toAddress as HexAddress), amountMicros: String(refund.amountMicros) },
    });
    await resolveIfRefunded(tx, { id: refund.itemId, merchantId });
  });
}
