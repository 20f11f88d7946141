import type postgres from "postgres";
import { z } from "zod";
import type { Sql } from "@/lib/base/db/client";

/** A position in a list ordered by a key and then by id, written `<key>_<uuid>`. */
export type Cursor = { key: string; id: string };

type Fragment = postgres.PendingQuery<postgres.Row[]>;
type Kind = { form: RegExp; value(sql: Sql, key: string): Fragment };
type Columns = { key: Fragment; id: Fragment };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Parses cursors whose key has the given form, and compares rows with them by its SQL value. */
function keyset({ form, value }: Kind) {
  return {
    /** for a query parameter */
    schema: z
      .string()
      .max(80)
      .refine((text) => form.test(text.slice(0, -37)) && text.at(-37) === "_" && ID.test(text.slice(-36)))
      .transform((text): Cursor => ({ key: text.slice(0, -37), id: text.slice(-36) })),
    /** condition: the rows before the cursor in ascending order, or those after it; every row without a cursor */
    past(sql: Sql, cursor: Cursor | null | undefined, columns: Columns, direction: "older" | "newer" = "older") {
      if (!cursor) return sql`true`;
      const row = sql`(${columns.key}, ${columns.id})`;
      const place = sql`(${value(sql, cursor.key)}, ${cursor.id}::uuid)`;
      return direction === "older" ? sql`${row} < ${place}` : sql`${row} > ${place}`;
    },
  };
}

/** By time, in microseconds since 1970: a `Date` would drop three digits, and the list would skip rows. */
export const timeCursor = keyset({
  form: /^\d{1,16}$/,
  value: (sql, key) => sql`timestamptz 'epoch' + ${key}::bigint * interval '1 microsecond'`,
});

/** By time, as `2026-03-01T09:30:00.123456Z`. PostgreSQL knows no year 0. */
export const isoCursor = keyset({
  form: /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{6}Z$/,
  // as text: a bound timestamp would lose its microseconds
  value: (sql, key) => sql`${key}::text::timestamptz`,
});

/** By a whole number, such as an amount in micro-USDT. */
export const numberCursor = keyset({ form: /^\d{1,18}$/, value: (sql, key) => sql`${key}::bigint` });

export function formatCursor(key: string | bigint, id: string): string {
  return `${key}_${id}`;
}

/** The cursor of the next page, from rows fetched with one more than a page has; null on the last page. */
export function nextCursor<R extends { id: string }>(
  rows: readonly R[],
  size: number,
  keyOf: (row: R) => string | bigint,
): string | null {
  const last = rows.length > size ? rows[size - 1] : undefined;
  return last ? formatCursor(keyOf(last), last.id) : null;
}
