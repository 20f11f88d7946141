import { z } from "zod";
import { recordAudits } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Network } from "@/lib/base/context/network";
import type { Transaction } from "@/lib/base/db/client";
import { conflict, isDomainError } from "@/lib/base/values/errors";
import { requireChainRead } from "@/lib/payments/refunds/cancel";
import { MOST_REFUNDS } from "@/lib/payments/refunds/confirm";
import { isUnsettled } from "@/lib/payments/refunds/in-flight";
import { type LockedRefund, lockRefunds, requireNotSent } from "@/lib/payments/refunds/lock";
import { settleSent } from "@/lib/payments/refunds/settle-sent";
import { refundTarget } from "@/lib/payments/refunds/target";
import { moveToCancelled, prepareAgain } from "@/lib/payments/refunds/transition";

export const RejectRefundsInput = z.object({ refundIds: z.array(z.guid()).min(1).max(MOST_REFUNDS) });
export type RejectRefundsInput = z.output<typeof RejectRefundsInput>;

/** How many this call cancelled; `kept` were sent, may have been, or were cancelled before. */
export type Rejected = { rejected: number; kept: number };

/**
 * Cancels many refunds that haven't left, each as `cancelRefund` does. Errors: `not_found`; `conflict` when none can be
 * cancelled, or the chain isn't read, so that one sent from a wallet isn't seen.
 */
export async function rejectRefunds(ctx: MemberContext, { refundIds }: RejectRefundsInput): Promise<Rejected> {
  const { network } = ctx.settings;
  const unclear = network && ctx.environment === "live" ? await settleAll(ctx, network, refundIds) : new Set<string>();
  const { merchantId, actor } = ctx;
  return ctx.db.sql.begin(async (tx) => {
    const locked = await lockRefunds(tx, ctx, refundIds);
    for (const refund of locked) if (await isSent(tx, refund)) unclear.add(refund.id);
    const rejected = locked.filter(({ id, status }) => CANCELLABLE.has(status) && !unclear.has(id));
    const kept = locked.length - rejected.length;
    if (rejected.length === 0) throw conflict(kept === 1 ? ONE_KEPT : ALL_KEPT);
    await prepareAgain(
      tx,
      rejected.filter(({ status }) => status === "failed"),
    );
    await moveToCancelled(tx, rejected);
    // what was signed for them and not sent
    await tx`
      delete from sent_transactions
       where merchant_id = ${merchantId} and refund_id = any(${rejected.map(({ id }) => id)}::uuid[]) and unsent_id = id`;
    await recordAudits(
      tx,
      rejected.map((refund) => ({
        merchantId,
        actor,
        action: "refund.withdrawn" as const,
        ...refundTarget(refund),
        before: { refundId: refund.id, amountMicros: String(refund.amountMicros) },
      })),
    );
    return { rejected: rejected.length, kept };
  });
}

const CANCELLABLE = new Set<string>(["waiting_for_address", "prepared", "failed"]);
const ONE_KEPT = "This refund was sent, may have been, or was already cancelled. Nothing was changed.";
const ALL_KEPT = "These refunds were sent, may have been, or were already cancelled. Nothing was changed.";

/** Whether it was sent or may have been. */
async function isSent(tx: Transaction, refund: LockedRefund): Promise<boolean> {
  try {
    await requireNotSent(tx, refund, "cancelled");
    return false;
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return true;
  }
}

/** Asks the nodes about those that were signed before, outside of any lock. Returns those that may have been paid. */
async function settleAll(ctx: MemberContext, network: Network, refundIds: readonly string[]): Promise<Set<string>> {
  await requireChainRead(ctx, network);
  const signed = await ctx.db.sql<{ id: string | null }[]>`
    select distinct s.refund_id as id from sent_transactions s
     where s.merchant_id = ${ctx.merchantId} and s.refund_id = any(${refundIds}::uuid[]) and ${isUnsettled(ctx.db.sql)}`;
  const unclear = new Set<string>();
  for (const { id } of signed) {
    if (!id) continue;
    try {
      await settleSent(ctx, network, id);
    } catch (error) {
      if (!isDomainError(error)) throw error;
      unclear.add(id);
    }
  }
  return unclear;
}
