import type { Transaction } from "@/lib/base/db/client";
import { announceItems, deductLate, type IntentOwner, itemsOf, type OwnedItem } from "@/lib/payments/attention/items";

/**
 * Deducts what has just arrived for expired intents from the amounts of their open partial items, and emits
 * `attention.opened` for them again. Returns the ids of the intents that have such an item.
 */
export async function addToPartial(tx: Transaction, intents: readonly IntentOwner[]): Promise<ReadonlySet<string>> {
  if (intents.length === 0) return new Set();
  const open = await tx<OwnedItem[]>`
    select n.id, n.merchant_id as "merchantId" from ${itemsOf(tx, intents)}
     where n.kind = 'partial' and n.resolved_at is null order by n.id for update of n`;
  const changed = open.length > 0 ? await deductLate(tx, open) : [];
  await announceItems(
    tx,
    changed.map(({ id }) => id),
  );
  return new Set(changed.map(({ intentId }) => intentId));
}
