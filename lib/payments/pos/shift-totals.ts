import type { Transaction } from "@/lib/base/db/client";
import { requireRow } from "@/lib/base/db/require-row";
import type { PosContext } from "@/lib/payments/pos/context";
import { finalRefunds } from "@/lib/payments/refunds/final-refunds";
import { tipSum } from "@/lib/payments/reports/tip-sum";

/** Counts of payments and sums in micro-USDT. */
export type TerminalTotals = {
  paidCount: bigint;
  paidMicros: bigint;
  /** the part of `paidMicros` that is tips */
  tipMicros: bigint;
  expiredCount: bigint;
  cancelledCount: bigint;
  pendingCount: bigint;
  pendingMicros: bigint;
  /** final refunds of the terminal's payments */
  refundsCount: bigint;
  refundedMicros: bigint;
};

/**
 * The terminal's totals of all time, and what is pending. One snapshot: a payment that ends at the same moment is
 * either before or after it, so that the difference of two totals loses and doubles nothing.
 */
export async function terminalTotals(tx: Transaction, ctx: PosContext): Promise<TerminalTotals> {
  const { merchantId, terminalId, environment } = ctx;
  const tips = tipSum(tx);
  const refunds = finalRefunds(tx, ctx, { from: tx`'-infinity'::timestamptz`, to: tx`'infinity'::timestamptz` });
  return requireRow(
    await tx<TerminalTotals[]>`
      select paid.count as "paidCount", paid.micros as "paidMicros", tips.micros as "tipMicros",
             unpaid.expired as "expiredCount", unpaid.cancelled as "cancelledCount",
             pending.count as "pendingCount", pending.micros as "pendingMicros",
             refunded.count as "refundsCount", refunded.micros as "refundedMicros"
        from (select coalesce(sum(sales_count), 0)::bigint as count, coalesce(sum(total_micros), 0) as micros
                from sales_sums where terminal_id = ${terminalId} and environment = ${environment} and span = 'day') paid,
             (select coalesce(sum(expired_count), 0)::bigint as expired, coalesce(sum(cancelled_count), 0)::bigint as cancelled
                from unpaid_sums where terminal_id = ${terminalId} and environment = ${environment} and span = 'day') unpaid,
             (select count(*) as count, coalesce(sum(amount_micros), 0) as micros
                from payment_intents
               where merchant_id = ${merchantId} and terminal_id = ${terminalId} and environment = ${environment}
                 and status = 'pending') pending,
             (select ${tips.micros} as micros from payment_intents i ${tips.joined}
               where i.merchant_id = ${merchantId} and i.terminal_id = ${terminalId} and i.environment = ${environment}
                 and ${tips.hasTip}) tips,
             (select count(*) as count, coalesce(sum(r.micros), 0) as micros
                from (${refunds}) r where r.terminal_id = ${terminalId}) refunded`,
  );
}
