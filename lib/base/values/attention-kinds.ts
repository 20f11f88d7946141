/** What needs a person's decision. The table's check names the same. */
export const ITEM_KINDS = [
  "partial",
  "over",
  "late",
  "after_cancel",
  "after_paid",
  "unassigned",
  "disputed",
  "unreadable",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Kinds that only transfers on the chain can have, so the sandbox has none of them. */
export const CHAIN_KINDS: readonly ItemKind[] = ["after_paid", "unassigned", "disputed", "unreadable"];

/** What the amount of an item is: remaining, more than due, or received and applied to no payment. */
export type ItemAmount = "remaining" | "overpaid" | "unapplied";

export const ITEM_AMOUNTS: Record<ItemKind, ItemAmount> = {
  partial: "remaining",
  over: "overpaid",
  late: "unapplied",
  after_cancel: "unapplied",
  after_paid: "unapplied",
  unassigned: "unapplied",
  disputed: "unapplied",
  unreadable: "unapplied",
};

/** How an item was resolved; `settled`: automatically. */
export const ITEM_RESOLUTIONS = ["accepted", "refunded", "asked", "settled"] as const;
export type ItemResolution = (typeof ITEM_RESOLUTIONS)[number];
