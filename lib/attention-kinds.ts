/** What needs a person's decision. The table's check names the same. */
export const ITEM_KINDS = [
  ...(["partial", "over", "late", "after_cancel", "after_paid", "unassigned"] as const),
  ...(["disputed", "unreadable"] as const),
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** How an item was resolved; `settled`: automatically. */
export const ITEM_RESOLUTIONS = ["accepted", "refunded", "asked", "settled"] as const;
export type ItemResolution = (typeof ITEM_RESOLUTIONS)[number];
