/** The files that an export can be saved as. CSV comes with the separator and the decimal mark of the reader. */
export const EXPORT_FORMATS = ["xlsx", "csv", "csv_decimal_comma", "csv_semicolon"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type CsvStyle = { separator: "," | ";"; decimalMark: "." | "," };

export const CSV_STYLES: Record<Exclude<ExportFormat, "xlsx">, CsvStyle> = {
  csv: { separator: ",", decimalMark: "." },
  csv_decimal_comma: { separator: ";", decimalMark: "," },
  csv_semicolon: { separator: ";", decimalMark: "." },
};

/** The format that a query names, `csv` without one; null for a name that isn't one. */
export function readExportFormat(name: string | null): ExportFormat | null {
  return EXPORT_FORMATS.find((format) => format === (name ?? "csv")) ?? null;
}
