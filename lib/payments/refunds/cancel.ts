import { recordAudit } from "@/lib/base/audit/record";
import type { EnvironmentContext, MerchantContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import { conflict } from "@/lib/base/values/errors";
import { type WatcherHealth, watcherHealth } from "@/lib/chain/nodes/health";
import { lockRefund, type RefundId, requireNotSent } from "@/lib/payments/refunds/lock";
import { settleSent } from "@/lib/payments/refunds/settle-sent";
import { refundTarget } from "@/lib/payments/refunds/target";
import { moveToCancelled, prepareAgain } from "@/lib/payments/refunds/transition";

/**
 * Cancels a prepared refund that has not left. Errors: `not_found`, `conflict` when it has left, may have or still may,
 * was already cancelled, or the chain isn't read, so that one sent from a wallet isn't seen.
 */
export async function cancelRefund(ctx: EnvironmentContext, { refundId }: RefundId): Promise<void> {
  const { merchantId, actor } = ctx;
  const { network } = ctx.settings;
  if (network && ctx.environment === "live") {
    await requireChainRead(ctx, network);
    await settleSent(ctx, network, refundId);
  }
  await ctx.db.sql.begin(async (tx) => {
    const refund = await lockRefund(tx, ctx, { refundId });
    await requireNotSent(tx, refund, "cancelled");
    if (refund.status === "failed") await prepareAgain(tx, [refund]);
    await moveToCancelled(tx, [refund]);
    // what was signed for it and not sent
    await tx`
      delete from sent_transactions where merchant_id = ${merchantId} and refund_id = ${refundId} and unsent_id = id`;
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.withdrawn",
      ...refundTarget(refund),
      before: { refundId, amountMicros: String(refund.amountMicros) },
    });
  });
}

/** Error: `conflict` while the chain isn't read: a refund that was sent from a wallet would go unnoticed. */
export async function requireChainRead(ctx: MerchantContext, network: Network): Promise<void> {
  const { reason } = await watcherHealth(ctx.db.sql, network.id, ctx.settings.watcher);
  if (reason && UNREAD.has(reason)) throw conflict(NOT_READING);
}

const UNREAD = new Set<WatcherHealth["reason"]>(["never_ran", "passes_late", "fork"]);
const NOT_READING =
  "Till isn't reading the blockchain right now, so this refund may have been sent from your wallet unnoticed. Nothing was changed. Try again later.";
