import { writeXlsxStream } from "hucre/xlsx";
import type { Cell, Column, Table } from "@/lib/base/exports/table";
import { givingWay, inGroups } from "@/lib/base/pacing/give-way";
import { decimalFromMicros } from "@/lib/base/values/money";

/**
 * Rows of a sheet. Excel takes 1,048,576; with these, a sheet of the longest rows stays below the 4 GB of a ZIP entry.
 */
const SHEET_ROWS = 500_000;
/** Rows of one slice of the event loop. */
const ROWS_AT_ONCE = 20;
/** Digits that a number in a sheet keeps. */
const NUMBER_DIGITS = 15;
/** Excel calls a file with a longer text damaged. */
const LONGEST_TEXT = 32_767;

/** `@` keeps text that is edited from becoming a number or a formula. */
const NUMBER_FORMATS: Record<Column["kind"], string> = {
  text: "@",
  amount: "0.00####",
  // a column of prices has several currencies, each with its own number of decimals
  decimal: "General",
  count: "0",
  time: "yyyy-mm-dd hh:mm:ss",
  day: "yyyy-mm-dd",
};
const WIDTHS: Record<Column["kind"], number> = { text: 24, amount: 16, decimal: 16, count: 10, time: 20, day: 12 };

/**
 * A table as an XLSX file: amounts, decimals and counts are numbers, days and times are dates, anything else is text. A
 * date has no offset, so the heading names the zone. Memory doesn't grow with the rows; every 500,000 a further sheet
 * begins.
 */
export function writeXlsx({ title, columns, zone, pieces }: Table): ReadableStream<Uint8Array> {
  return writeXlsxStream(toRows(columns, pieces), {
    name: title,
    columns: columns.map(({ name, kind }) => ({
      header: kind === "time" && zone !== null ? `${name} (${zone})` : name,
      numFmt: NUMBER_FORMATS[kind],
      width: WIDTHS[kind],
    })),
    freezePane: { rows: 1 },
    maxRowsPerSheet: SHEET_ROWS,
  });
}

async function* toRows(columns: Table["columns"], pieces: Table["pieces"]) {
  for await (const rows of givingWay(inGroups(pieces, ROWS_AT_ONCE))) {
    for (const row of rows) yield columns.map(({ kind }, index) => toValue(kind, row[index] ?? null));
  }
}

function toValue(kind: Column["kind"], cell: Cell): string | number | Date | null {
  if (cell === null || cell === "") return null;
  if (kind === "amount") return Number(decimalFromMicros(BigInt(cell)));
  if (kind === "decimal") return toNumber(String(cell));
  if (kind === "count") return Number(cell);
  if (kind === "text") return toStored(String(cell));
  return wallClock(String(cell));
}

/** Decimals of more digits than a number keeps are text. */
function toNumber(decimal: string): number | string {
  return decimal.replace(/^-?[0.]*|\./g, "").length > NUMBER_DIGITS ? decimal : Number(decimal);
}

/** What a clock on the wall shows: dates of a sheet have no zone, and the library writes the one of UTC. */
function wallClock(iso: string): Date {
  const [, local] = /^(\d{4}-\d\d-\d\d(?:T[\d:.]+)?)(?:Z|[+-]\d\d:\d\d)?$/.exec(iso) ?? [];
  return new Date(local?.includes("T") ? `${local}Z` : `${local}T00:00:00Z`);
}

/**
 * Text as it stands in the file, beyond what the library does: `_x0041_` would be read as `A`, and XML has no U+FFFE
 * and U+FFFF.
 */
function toStored(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
  return short
    .replace(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replace(/[\ufffe\uffff]/g, (char) => `_x${char.charCodeAt(0).toString(16).toUpperCase()}_`);
}
