import type { MemberContext } from "@/lib/base/context/context";
import { listRefundRows, type RefundRow } from "@/lib/payments/refunds/list-rows";
import { findMoney } from "@/lib/payments/refunds/prepare";
import { getRefundable } from "@/lib/payments/refunds/refundable";

/** What a payment received, and where it has gone since. */
export type RefundSums = {
  receivedMicros: bigint;
  /** has left for good */
  refundedMicros: bigint;
  /** prepared or sent, and not final yet */
  underWayMicros: bigint;
  /** what no refund is prepared for */
  leftMicros: bigint;
};

export type PaymentRefunds = RefundSums & {
  /** oldest first */
  refunds: RefundRow[];
  /** the part of what is left that can be refunded here, as far as is known */
  payableMicros: bigint;
  /** it arrived on a network that live payments are no longer on, so it can't be refunded here */
  isOnFormerNetwork: boolean;
};

/** The refunds of a payment. The caller has checked that the member may see it. Error: `not_found`. */
export async function getPaymentRefunds(
  ctx: MemberContext,
  { intentId }: { intentId: string },
): Promise<PaymentRefunds> {
  const [refunds, sums, money] = await Promise.all([
    listRefundRows(ctx, { intentId }),
    getRefundSums(ctx, { intentId }),
    findMoney(ctx.db.sql, ctx, intentId),
  ]);
  const { balanceMicros, hasRefundWallet, isOnFormerNetwork } = money;
  const isShort = !hasRefundWallet && balanceMicros !== null && balanceMicros < sums.leftMicros;
  return { ...sums, refunds, isOnFormerNetwork, payableMicros: isShort ? balanceMicros : sums.leftMicros };
}

/** The sums alone. */
export async function getRefundSums(
  { db: { sql }, merchantId }: MemberContext,
  { intentId }: { intentId: string },
): Promise<RefundSums> {
  const { receivedMicros, refundedMicros: all, leftMicros } = await getRefundable(sql, { merchantId, intentId });
  const [{ refundedMicros }] = await sql<[{ refundedMicros: bigint }]>`
    select coalesce(sum(amount_micros), 0)::bigint as "refundedMicros" from refunds
     where intent_id = ${intentId} and merchant_id = ${merchantId} and status = 'final'`;
  return { receivedMicros, refundedMicros, underWayMicros: all - refundedMicros, leftMicros };
}
