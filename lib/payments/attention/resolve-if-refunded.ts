import { and, eq, isNull } from "drizzle-orm";
import { refunds } from "@/drizzle/schema";
import { orm, type Transaction } from "@/lib/base/db/client";
import { type OwnedItem, resolveItems } from "@/lib/payments/attention/items";

/** SQL condition: a refund of the merchant was neither sent nor cancelled. */
export function isWaiting(merchantId: string) {
  const { outgoingId, simulatedTxHash, withdrawnAt } = refunds;
  return and(eq(refunds.merchantId, merchantId), isNull(outgoingId), isNull(simulatedTxHash), isNull(withdrawnAt));
}

/** Resolves an item that this transaction has locked as refunded, unless another of its refunds is still to be sent. */
export async function resolveIfRefunded(tx: Transaction, item: OwnedItem): Promise<void> {
  const [more] = await orm(tx)
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.itemId, item.id), isWaiting(item.merchantId)))
    .limit(1);
  if (!more) await resolveItems(tx, [item], { resolution: "refunded" });
}
