import { type Cell, columns, type Table } from "@/lib/base/exports/table";
import { isoWithOffset } from "@/lib/base/time/iso-with-offset";
import type { TakingsRow } from "@/lib/payments/reports/takings";

const COLUMNS = columns([
  ["day", "day"],
  ["terminal", "text"],
  ["payments", "count"],
  ["takings_usdt", "amount"],
  ["starts_at", "time"],
  ["ends_at", "time"],
  ["zone", "text"],
  ["terminal_id", "text"],
]);

type Pieces = AsyncIterable<readonly TakingsRow[]> | Iterable<readonly TakingsRow[]>;

/** Takings for a file, a row per business day and terminal; times have the terminal's offset. */
export function exportTakings(pieces: Pieces): Table {
  return { title: "Takings", columns: COLUMNS, zone: null, pieces: toCells(pieces) };
}

async function* toCells(pieces: Pieces): AsyncGenerator<Cell[][]> {
  for await (const rows of pieces) yield rows.map(cells);
}

function cells(row: TakingsRow): Cell[] {
  return [
    row.day,
    row.terminalName,
    Number(row.sales),
    row.micros,
    isoWithOffset(row.starts, row.zone),
    isoWithOffset(row.ends, row.zone),
    row.zone,
    row.terminalId,
  ];
}
