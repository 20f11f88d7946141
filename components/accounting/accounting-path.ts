import type { Route } from "next";
import { type DashboardParams, pathTo, withQuery } from "@/components/shell/paths";
import type { Span } from "@/lib/payments/reports/report-spans";

/** The accounting of a span of days. */
export function accountingPath(dashboard: DashboardParams, { from, to }: Span): Route {
  return withQuery(pathTo(dashboard, "reports", "accounting"), { from, to });
}

export function accountingExportPath(dashboard: DashboardParams, { from, to }: Span, format?: "json"): Route {
  return withQuery(pathTo(dashboard, "reports", "accounting", "export"), { from, to, format });
}
