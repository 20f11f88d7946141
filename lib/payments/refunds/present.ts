import type { KeyContext } from "@/lib/base/context/context";
import { tronFromHex } from "@/lib/base/tron/address";
import { numberFromMicros } from "@/lib/base/values/money";
import type { FoundRefund, RefundPage } from "@/lib/payments/refunds/find-refunds";
import type { RefundAnswer, RefundPageAnswer } from "@/lib/payments/refunds/schemas";

/** Who is shown it. */
type Reader = Pick<KeyContext, "scopes">;

export function presentRefunds({ refunds, next }: RefundPage, reader: Reader): RefundPageAnswer {
  return { data: refunds.map((refund) => presentRefund(refund, reader)), has_more: next !== null, next };
}

/** The customer's address only for a key that sees customers or prepares refunds. */
export function presentRefund(refund: FoundRefund, { scopes }: Reader): RefundAnswer {
  const seesRecipient = scopes.includes("customers:read") || scopes.includes("refunds:write");
  return {
    id: refund.id,
    intent_id: refund.intentId,
    environment: refund.environment,
    livemode: refund.environment === "live",
    status: refund.status,
    amount_usdt: numberFromMicros(refund.amountMicros),
    ...(seesRecipient && { to_address: toTron(refund.toAddress) }),
    from_address: toTron(refund.fromAddress),
    reason: refund.reason,
    confirmed: refund.confirmedAt !== null,
    prepared_by: refund.isByKey ? "api_key" : "member",
    tx_hash: refund.txHash,
    failure: refund.failure,
    created_at: refund.createdAt.toISOString(),
    sent_at: toIso(refund.sentAt),
    failed_at: toIso(refund.failedAt),
    final_at: toIso(refund.finalAt),
    cancelled_at: toIso(refund.withdrawnAt),
  };
}

function toTron(address: string | null): string | null {
  return address && tronFromHex(address);
}

function toIso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}
