import { z } from "zod";

/** Where a page of a list that is ordered by (moment, id) begins: `<microseconds since 1970>_<uuid>`. */
export const Cursor = z
  .string()
  .regex(/^\d{1,16}_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .transform((text) => ({ micros: text.slice(0, text.indexOf("_")), id: text.slice(text.indexOf("_") + 1) }));
export type Cursor = z.output<typeof Cursor>;

/** The first `size` of rows that were asked for with one more, and where the next page begins; null on the last one. */
export function pageOf<R extends { id: string; micros: string }>(rows: readonly R[], size: number) {
  const page = rows.slice(0, size);
  const last = page.at(-1);
  const next = rows.length > size && last ? `${last.micros}_${last.id}` : null;
  return { rows: page.map(({ micros: _, ...row }) => row), next };
}

type Query = Record<string, string | string[] | undefined>;

/** The address of the same list from another cursor on; without one, from the newest. */
export function pageAddress(path: string, query: Query, before: string | null): string {
  const given = Object.entries({ ...query, before: before ?? undefined });
  const pairs = given.flatMap(([name, value]) => [value ?? []].flat().map((one) => [name, one]));
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`;
}
