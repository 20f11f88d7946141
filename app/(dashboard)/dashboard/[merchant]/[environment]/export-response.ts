import { EXPORT_FORMATS, readExportFormat } from "@/lib/base/exports/formats";
import type { Table } from "@/lib/base/exports/table";
import { writeExport } from "@/lib/base/exports/write-export";

/**
 * An export in the format that the query names (`?format=xlsx`), streamed as fast as the client reads. `name` has no
 * ending.
 */
export function exportResponse(request: Request, name: string, table: Table): Response {
  const format = readExportFormat(new URL(request.url).searchParams.get("format"));
  if (!format) {
    const message = `format must be one of ${EXPORT_FORMATS.join(", ")}, for example format=xlsx.`;
    return new Response(`${message}\n`, { status: 400, headers: { "content-type": "text/plain; charset=utf-8" } });
  }
  const { extension, contentType, bytes } = writeExport(table, format);
  return new Response(bytes, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename="${name}.${extension}"`,
      "cache-control": "no-store, no-transform",
    },
  });
}
