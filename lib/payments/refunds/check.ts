import type { MemberContext } from "@/lib/base/context/context";
import { findRecipientFault } from "@/lib/chain/wallets/recipient";
import type { PrepareIntentRefundInput } from "@/lib/payments/refunds/prepare";
import { atMost, getRefundable } from "@/lib/payments/refunds/refundable";

/** What is wrong with the fields of a refund, as far as they are known and valid by themselves; by field. */
export async function checkIntentRefund(
  ctx: MemberContext,
  { intentId, amount, to }: Partial<PrepareIntentRefundInput>,
): Promise<Record<string, string>> {
  const { merchantId } = ctx;
  const left = intentId && amount !== undefined ? await getRefundable(ctx.db.sql, { merchantId, intentId }) : null;
  return {
    ...(await checkRecipientField(ctx, to)),
    // that nothing is left at all isn't about the amount: the verb says it
    ...(left && amount && left.leftMicros > 0n && amount > left.leftMicros && { amount: atMost(left.leftMicros) }),
  };
}

/** Of the field `to`, if it isn't empty. */
export async function checkRecipientField(
  { db, settings, merchantId }: MemberContext,
  to: string | undefined,
): Promise<{ to?: string }> {
  if (!to?.trim()) return {};
  const fault = await findRecipientFault(db.sql, { text: to, token: settings.network?.token ?? null, merchantId });
  return fault ? { to: fault } : {};
}
