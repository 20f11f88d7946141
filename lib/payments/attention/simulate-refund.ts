import { randomBytes } from "node:crypto";
import { z } from "zod";
import { recordAudit } from "@/lib/base/audit/record";
import type { MemberContext } from "@/lib/base/context/context";
import type { Transaction } from "@/lib/base/db/client";
import { tronFromHex } from "@/lib/base/tron/address";
import { conflict, DomainError, isDomainError } from "@/lib/base/values/errors";
import { resolveIfRefunded } from "@/lib/payments/attention/resolve-if-refunded";
import { MOST_REFUNDS } from "@/lib/payments/refunds/confirm";
import { type LockedRefund, lockRefund, RefundId, requireNotSent } from "@/lib/payments/refunds/lock";
import { refundTarget } from "@/lib/payments/refunds/target";
import { moveToFailed, moveToFinal, moveToSent, prepareAgain } from "@/lib/payments/refunds/transition";

/** `sent`: it may still fail. `final`: the chain contains it, now or after it was sent. `failed`: no money moved. */
const RefundOutcome = z.enum(["sent", "final", "failed"]);
export type RefundOutcome = z.output<typeof RefundOutcome>;

export const SimulateRefundInput = RefundId.extend({ outcome: RefundOutcome.prefault("final") });

/** The most frequent cause in live. */
const SIMULATED_FAILURE = "OUT_OF_ENERGY";

/**
 * Simulates the transfer of a refund prepared in the sandbox, with or without an item, and resolves the item after the
 * last one, as the watcher does in live. No money moves. Errors: `invalid_transition` in live, `not_found`, `conflict`
 * when it was sent or cancelled.
 */
export async function simulateRefund(
  ctx: MemberContext,
  { refundId, outcome = "final" }: z.input<typeof SimulateRefundInput>,
): Promise<void> {
  const { merchantId, actor, environment } = ctx;
  if (environment !== "sandbox") {
    throw new DomainError(
      "invalid_transition",
      "Only refunds in the sandbox can be simulated. In live, sign the transfer in your wallet.",
    );
  }
  await ctx.db.sql.begin(async (tx) => {
    const refund = await lockRefund(tx, ctx, { refundId });
    if (refund.status !== "sent" || outcome === "sent") await requireNotSent(tx, refund, "sent again");
    if (!refund.to) throw conflict("This refund still waits for the customer's address.");
    if (!refund.confirmedAt) throw conflict("Confirm this refund first.");
    await simulate(tx, refund, outcome);
    await recordAudit(tx, {
      merchantId,
      actor,
      action: "refund.simulated",
      ...refundTarget(refund),
      after: { refundId, to: tronFromHex(refund.to), amountMicros: String(refund.amountMicros), outcome },
    });
    if (refund.itemId && outcome === "final") await resolveIfRefunded(tx, { id: refund.itemId, merchantId });
  });
}

export const SimulateRefundsInput = z.object({ refundIds: z.array(z.guid()).min(1).max(MOST_REFUNDS) });

/**
 * Simulates the transfers of many refunds as final, one after the other; `leftOut`: those that can't be sent now.
 * Errors: `invalid_transition` in live, `not_found`.
 */
export async function simulateRefunds(
  ctx: MemberContext,
  { refundIds }: z.output<typeof SimulateRefundsInput>,
): Promise<{ simulated: number; leftOut: number }> {
  const ids = [...new Set(refundIds)];
  let simulated = 0;
  for (const refundId of ids) {
    try {
      await simulateRefund(ctx, { refundId });
      simulated++;
    } catch (error) {
      if (!isDomainError(error) || error.code !== "conflict") throw error;
    }
  }
  return { simulated, leftOut: ids.length - simulated };
}

/** One that failed is prepared again by sending it anew, as in live. */
async function simulate(tx: Transaction, refund: LockedRefund, outcome: RefundOutcome): Promise<void> {
  if (outcome === "final") {
    const [{ now }] = await tx<[{ now: Date }]>`select now() as now`;
    await moveToFinal(tx, refund, { by: { simulatedTxHash: randomBytes(32).toString("hex") }, at: now });
    return;
  }
  if (refund.status === "failed") await prepareAgain(tx, [refund]);
  if (refund.status !== "sent") await moveToSent(tx, [refund]);
  if (outcome === "failed") await moveToFailed(tx, refund, SIMULATED_FAILURE);
}
