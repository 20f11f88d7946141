import type { Route } from "next";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import type { readReportFilter } from "@/lib/payments/reports/report-filter";

export type Filter = ReturnType<typeof readReportFilter>;

/** The URL of a report; `page` is that of its terminals. */
export function reportPath(
  dashboard: DashboardParams,
  { from, to, terminals, page }: Filter & { page?: string | null },
): Route {
  return withQuery(pathTo(dashboard, "reports"), { from, to, terminal: terminals, page });
}

export function reportExportPath(dashboard: DashboardParams, filter: Filter): Route {
  return withQuery(pathTo(dashboard, "reports", "export"), toQuery(filter));
}

/** A file of the report's refunds, in a format. */
export function refundsExportPath(dashboard: DashboardParams, filter: Filter, format: string): Route {
  return withQuery(pathTo(dashboard, "reports", "export", "refunds"), { ...toQuery(filter), format });
}

function toQuery({ from, to, terminals }: Filter) {
  return { from, to, terminal: terminals };
}
