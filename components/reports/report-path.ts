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

export function reportExportPath(dashboard: DashboardParams, { from, to, terminals }: Filter): Route {
  return withQuery(pathTo(dashboard, "reports", "export"), { from, to, terminal: terminals });
}
