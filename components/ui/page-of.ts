const ROWS = 50;

/** One page of rows that are all there, by the number in the address; a page beyond the last one is the last. Pure. */
export function pageOf<Row>(rows: Row[], asked: string | string[] | undefined) {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS));
  const number = Math.min(pages, Math.max(1, Math.trunc(Number(asked)) || 1));
  const start = (number - 1) * ROWS;
  const shown = rows.slice(start, start + ROWS);
  return {
    rows: shown,
    first: start + 1,
    last: start + shown.length,
    of: rows.length,
    previous: number > 1 ? number - 1 : null,
    next: number < pages ? number + 1 : null,
  };
}

export type PageOf = Omit<ReturnType<typeof pageOf>, "rows">;
