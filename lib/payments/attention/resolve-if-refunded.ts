import type { Transaction } from "@/lib/base/db/client";
import { type OwnedItem, resolveItems } from "@/lib/payments/attention/items";
import { isOpenRefund, REFUND_STATUSES } from "@/lib/payments/refunds/state";

const OPEN = REFUND_STATUSES.filter(isOpenRefund);

/** Resolves an item that this transaction has locked as refunded, unless another of its refunds is still to be sent. */
export async function resolveIfRefunded(tx: Transaction, item: OwnedItem): Promise<void> {
  const [more] = await tx<{ id: string }[]>`
    select id from refunds
     where item_id = ${item.id} and merchant_id = ${item.merchantId} and status = any(${OPEN}::text[]) limit 1`;
  if (!more) await resolveItems(tx, [item], { resolution: "refunded" });
}
