import { createHash } from "node:crypto";
import { type Cursor, timeCursor } from "@/lib/base/lists/cursor";

/** Whose list and which filters a cursor belongs to, as text that tells them from all others. */
export type List = readonly (string | null)[];

const TAG = /^[0-9a-f]{16}$/;

/** A cursor that `readBoundCursor` accepts for the same list only. */
export function bindCursor(cursor: string, list: List): string {
  return `${cursor}_${tagOf(list)}`;
}

/** The place in a list by time that a bound cursor names; null for other text, and for a cursor of another list. */
export function readBoundCursor(text: string, list: List): Cursor | null {
  const cursor = unbindCursor(text, list);
  return cursor === null ? null : (timeCursor.schema.safeParse(cursor).data ?? null);
}

/** What `bindCursor` was given; null for other text, and for a cursor of another list. */
export function unbindCursor(text: string, list: List): string | null {
  const end = text.lastIndexOf("_");
  const tag = text.slice(end + 1);
  return end < 0 || !TAG.test(tag) || tag !== tagOf(list) ? null : text.slice(0, end);
}

function tagOf(list: List): string {
  return createHash("sha256").update(JSON.stringify(list)).digest("hex").slice(0, 16);
}
