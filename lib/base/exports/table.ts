/**
 * What a column holds. `text`: also IDs, hashes and references, which keep their zeros. `amount`: micro-USDT.
 * `decimal`: decimal text such as `-24.90`. `time`: ISO 8601 with an offset. `day`: `2026-03-01`.
 */
export type ColumnKind = "text" | "amount" | "decimal" | "count" | "time" | "day";

export type Column = { name: string; kind: ColumnKind };

/** A bigint in columns of amounts, a number in columns of counts, else text; null is an empty cell. */
export type Cell = string | bigint | number | null;

/**
 * An export before it is a file. Its writers take the rows piece by piece, as they come, and hold one piece at a time.
 */
export type Table = {
  /** of the sheet: `Payments` */
  title: string;
  /** Names and order stay; new columns are added at the end. */
  columns: readonly Column[];
  /** the zone of all times; null where a column names it for each row */
  zone: string | null;
  pieces: AsyncIterable<readonly Cell[][]> | Iterable<readonly Cell[][]>;
};

/** The columns of a table by kind, in order. */
export function columns(list: readonly (readonly [name: string, kind: ColumnKind])[]): Column[] {
  return list.map(([name, kind]) => ({ name, kind }));
}
