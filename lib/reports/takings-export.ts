import { stringify } from "csv-stringify/sync";
import { decimalFromMicros } from "@/lib/money";
import type { TakingsRow } from "@/lib/reports/takings";
import { isoWithOffset } from "@/lib/time/iso-with-offset";

/** The header line. Columns keep their names and order; new ones go last. */
const TAKINGS_COLUMNS = ["day", "terminal", "payments", "takings_usdt", "starts_at", "ends_at", "zone", "terminal_id"];

/** Takings as CSV (RFC 4180, UTF-8 with a byte order mark), a line per business day and terminal; times have the terminal's offset. */
export function takingsCsv(rows: TakingsRow[]): string {
  const lines = rows.map((row) => [
    row.day,
    row.terminalName,
    String(row.sales),
    decimalFromMicros(row.micros),
    isoWithOffset(row.starts, row.zone),
    isoWithOffset(row.ends, row.zone),
    row.zone,
    row.terminalId,
  ]);
  return stringify([TAKINGS_COLUMNS, ...lines], { bom: true, escape_formulas: true, record_delimiter: "\r\n" });
}
