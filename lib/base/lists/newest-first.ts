import type { PendingQuery, Row } from "postgres";
import type { Sql } from "@/lib/base/db/client";
import { type Cursor, formatCursor, nextCursor, timeCursor } from "@/lib/base/lists/cursor";

type Fragment = PendingQuery<Row[]>;

/** The SQL of a list that begins with the newest row, from its column for the time and its column for the ID. */
export function newestFirst(sql: Sql, at: Fragment, id: Fragment) {
  return {
    /** condition: the rows that come after the cursor; every row without one */
    after: (cursor: Cursor | null | undefined) => timeCursor.past(sql, cursor, { key: at, id }),
    order: sql`${at} desc, ${id} desc`,
    /** the column that `pageOf` reads: the time in microseconds since 1970 */
    micros: sql`(extract(epoch from ${at}) * 1000000)::bigint::text as micros`,
  };
}

/** Its key is the time of a row in microseconds. */
type Keyed = { id: string; micros: string };

/**
 * The first `size` of rows fetched with one more, without their key, and the cursor of the next page; null on the last.
 */
export function pageOf<R extends Keyed>(rows: readonly R[], size: number) {
  const next = nextCursor(rows, size, (row) => row.micros);
  return { rows: rows.slice(0, size).map(({ micros: _, ...row }) => row), next };
}

/** Where a search that reads a bounded number of rows ended. */
export type Edge = Keyed & { at: Date };

/**
 * `pageOf` of a search that reads a bounded number of rows. A page that isn't full then ends at the `edge`:
 * `searchedTo` says so, and the next page goes on there. Without an edge every row was read.
 */
export function searchedPage<R extends Keyed>(rows: readonly R[], size: number, edge: Edge | null) {
  const page = pageOf(rows, size);
  if (page.next !== null || edge === null) return { ...page, searchedTo: null };
  return { rows: page.rows, next: formatCursor(edge.micros, edge.id), searchedTo: edge.at };
}
