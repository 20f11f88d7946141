import type { refunds } from "@/drizzle/schema";

type Owner = Pick<typeof refunds.$inferSelect, "itemId" | "intentId" | "id">;

/** What an entry of the audit log about a refund points to: its item, or its payment. */
export function refundTarget({ itemId, intentId, id }: Owner) {
  if (itemId) return { targetType: "attention_item", targetId: itemId } as const;
  if (intentId) return { targetType: "intent", targetId: intentId } as const;
  throw new Error(`refund ${id} has neither an item nor an intent`);
}
