import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import { isDomainError } from "@/lib/base/values/errors";
import { businessToday } from "@/lib/payments/reports/business-today";
import { readReportFilter, readReportTerminals } from "@/lib/payments/reports/report-filter";
import { takingsInPieces } from "@/lib/payments/reports/takings";
import { exportTakings } from "@/lib/payments/reports/takings-export";
import { exportRoute } from "@/lib/service/auth/route";

/** The report of the page as a file, a row for each business day and terminal. */
export const GET = exportRoute("reports.export", async ({ ctx, environment }, request) => {
  const { searchParams } = new URL(request.url);
  const params = { ...Object.fromEntries(searchParams), terminal: searchParams.getAll("terminal") };
  const today = await businessToday(ctx, { terminals: readReportTerminals(params), at: new Date() });
  const filter = readReportFilter(params, today);
  try {
    const name = `takings-${environment}-${filter.from}-${filter.to}`;
    return exportResponse(request, name, exportTakings(takingsInPieces(ctx, filter, { signal: request.signal })));
  } catch (error) {
    if (!isDomainError(error)) throw error;
    return new Response(`${error.message}\n`, {
      status: 400,
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
  }
});
