import { type Cursor, isoCursor } from "@/lib/base/lists/cursor";

/** A position in a list: the payments older, or newer, than the payment it names. The key is its time in UTC. */
export type PaymentCursor = Cursor & { direction: "older" | "newer" };

/** The cursor in a URL; null when it is missing or invalid. */
export function readCursor(params: { before?: unknown; after?: unknown }): PaymentCursor | null {
  for (const [direction, text] of [
    ["older", params.before],
    ["newer", params.after],
  ] as const) {
    const cursor = isoCursor.schema.safeParse(text).data;
    if (cursor && isInCalendar(cursor.key)) return { direction, ...cursor };
  }
  return null;
}

/** False for 30 February: `Date` takes it for 2 March, and PostgreSQL refuses it. */
function isInCalendar(time: string): boolean {
  return new Date(time).toISOString().slice(0, 10) === time.slice(0, 10);
}
