import { CSV_STYLES, type ExportFormat } from "@/lib/base/exports/formats";
import type { Table } from "@/lib/base/exports/table";
import { writeCsv } from "@/lib/base/exports/write-csv";
import { writeXlsx } from "@/lib/base/exports/write-xlsx";
import { toStream } from "@/lib/base/pacing/to-stream";

type File = { extension: "csv" | "xlsx"; contentType: string; bytes: ReadableStream<Uint8Array> };

/** The file of an export. Rows are read as its bytes are, and no further once the stream is cancelled. */
export function writeExport(table: Table, format: ExportFormat): File {
  if (format === "xlsx") {
    const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
    return { extension: "xlsx", contentType, bytes: writeXlsx(table) };
  }
  const text = writeCsv(table, CSV_STYLES[format]);
  return { extension: "csv", contentType: "text/csv; charset=utf-8", bytes: toStream(text) };
}
