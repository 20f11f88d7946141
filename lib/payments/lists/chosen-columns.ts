/** Columns of the payments list that a member can show or hide; the others are always there. */
export const CHOSEN_COLUMNS = ["terminal", "id", "when", "ended", "received"] as const;
export type ChosenColumn = (typeof CHOSEN_COLUMNS)[number];
