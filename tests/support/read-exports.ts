import { parseCsv } from "hucre/csv";
import readXlsxFile from "read-excel-file/node";
import { CSV_STYLES, EXPORT_FORMATS, type ExportFormat } from "@/lib/base/exports/formats";
import type { Cell, Table } from "@/lib/base/exports/table";
import { writeExport } from "@/lib/base/exports/write-export";

export const CSV_FORMATS = EXPORT_FORMATS.filter((format) => format !== "xlsx");

/** The bytes of an export, as they are downloaded. */
export async function bytesOf(table: Table, format: ExportFormat): Promise<Buffer> {
  return Buffer.from(await new Response(writeExport(table, format).bytes).arrayBuffer());
}

/** A CSV as text, without its byte order mark. */
export async function textOf(table: Table, format: Exclude<ExportFormat, "xlsx"> = "csv"): Promise<string> {
  return new TextDecoder().decode(await bytesOf(table, format));
}

/** The lines of a CSV without line breaks in its fields. */
export async function linesOf(table: Table): Promise<string[]> {
  return (await textOf(table)).trimEnd().split("\r\n");
}

/** The cells of a CSV, read by another library than the one that wrote it. */
export async function readCsv(table: Table, format: Exclude<ExportFormat, "xlsx"> = "csv"): Promise<string[][]> {
  const { separator } = CSV_STYLES[format];
  const rows = parseCsv(await textOf(table, format), { delimiter: separator, typeInference: false });
  return rows as string[][];
}

/** The sheets of an XLSX file, read by another library than the one that wrote it. */
export async function readXlsx(table: Table) {
  return readXlsxFile(await bytesOf(table, "xlsx"), { trim: false });
}

/** What an export holds before it is a file. */
export async function cellsOf({ pieces }: Table): Promise<Cell[][]> {
  const rows: Cell[][] = [];
  for await (const piece of pieces) rows.push(...piece);
  return rows;
}
