/** The first row of a statement that always returns one. Throws when there is none. */
export function requireRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("a statement that always returns a row returned none");
  return row;
}
