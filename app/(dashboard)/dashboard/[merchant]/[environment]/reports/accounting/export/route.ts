import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import { toStream } from "@/lib/base/pacing/to-stream";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { isDomainError } from "@/lib/base/values/errors";
import { exportRoute } from "@/lib/service/auth/route";
import { exportBooks } from "@/lib/settlement/books/book-export";
import { readBookSpan } from "@/lib/settlement/books/book-span";
import { writeBooksJson } from "@/lib/settlement/books/write-books-json";

/** The lines of the days in the address with their reconciliation, as CSV, XLSX or `format=json`. */
export const GET = exportRoute("reports.export", async ({ ctx, merchant, environment }, request) => {
  const now = new Date();
  const query = Object.fromEntries(new URL(request.url).searchParams);
  const span = readBookSpan(query, calendarDay(now, merchant.timeZone));
  const input = { ...span, zone: merchant.timeZone, now, signal: request.signal };
  const name = `accounting-${environment}-${span.from}-${span.to}`;
  try {
    if (query.format !== "json") return exportResponse(request, name, exportBooks(ctx, input));
    return new Response(toStream(writeBooksJson(ctx, input)), {
      headers: {
        "content-type": "application/json; charset=utf-8",
        "content-disposition": `attachment; filename="${name}.json"`,
        "cache-control": "no-store, no-transform",
      },
    });
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return new Response(`${error.message}\n`, {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
});
