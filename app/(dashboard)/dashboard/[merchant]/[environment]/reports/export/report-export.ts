import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import type { Environment, MemberContext } from "@/lib/base/context/context";
import type { Table } from "@/lib/base/exports/table";
import { isDomainError } from "@/lib/base/values/errors";
import { businessToday } from "@/lib/payments/reports/business-today";
import { readReportFilter, readReportTerminals } from "@/lib/payments/reports/report-filter";

type Filter = ReturnType<typeof readReportFilter>;

/** Answers with a file of the report of the page, by the filter in the address; `name` begins the file's name. */
export function reportExport(
  name: string,
  toTable: (ctx: MemberContext, filter: Filter, signal: AbortSignal) => Table,
) {
  return async ({ ctx, environment }: { ctx: MemberContext; environment: Environment }, request: Request) => {
    const { searchParams } = new URL(request.url);
    const params = { ...Object.fromEntries(searchParams), terminal: searchParams.getAll("terminal") };
    const today = await businessToday(ctx, { terminals: readReportTerminals(params), at: new Date() });
    const filter = readReportFilter(params, today);
    try {
      const file = `${name}-${environment}-${filter.from}-${filter.to}`;
      return exportResponse(request, file, toTable(ctx, filter, request.signal));
    } catch (error) {
      if (!isDomainError(error)) throw error;
      return new Response(`${error.message}\n`, {
        status: 400,
        headers: { "content-type": "text/plain; charset=utf-8" },
      });
    }
  };
}
