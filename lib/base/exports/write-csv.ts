import { stringify } from "csv-stringify/sync";
import type { CsvStyle } from "@/lib/base/exports/formats";
import { guardFormula } from "@/lib/base/exports/guard-formula";
import type { Cell, Column, Table } from "@/lib/base/exports/table";
import { givingWay, inGroups } from "@/lib/base/pacing/give-way";
import { decimalFromMicros } from "@/lib/base/values/money";

/** Rows of one piece of text: small enough for one slice of the event loop. */
const ROWS_AT_ONCE = 50;
/** Besides what the library quotes: line breaks that don't end a row, and separators of other readers. */
const QUOTED = /[\r\n\t;]/;

/**
 * A table as CSV in pieces of text that give way: RFC 4180, UTF-8 with a byte order mark, by which Excel recognises
 * that. Text that a spreadsheet would run as a formula is escaped.
 */
export async function* writeCsv({ columns, pieces }: Table, style: CsvStyle): AsyncGenerator<string> {
  yield toText([columns.map(({ name }) => name)], style, true);
  for await (const rows of givingWay(inGroups(pieces, ROWS_AT_ONCE))) {
    const cells = rows.map((row) => columns.map(({ kind }, index) => formatCell(kind, row[index] ?? null, style)));
    yield toText(cells, style);
  }
}

function formatCell(kind: Column["kind"], cell: Cell, { decimalMark }: CsvStyle): string {
  if (cell === null) return "";
  if (kind === "amount") return decimalFromMicros(BigInt(cell)).replace(".", decimalMark);
  if (kind === "decimal") return String(cell).replace(".", decimalMark);
  return kind === "text" ? guardFormula(String(cell)) : String(cell);
}

function toText(rows: string[][], { separator }: CsvStyle, bom = false): string {
  return stringify(rows, { bom, delimiter: separator, record_delimiter: "\r\n", quoted_match: QUOTED });
}
