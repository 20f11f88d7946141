import type { Route } from "next";
import { pathTo, type Scope, withQuery } from "@/components/shell/paths";
import type { readReportFilter } from "@/lib/payments/reports/report-filter";

export type Filter = ReturnType<typeof readReportFilter>;

/** The URL of a report; `page` is that of its terminals. */
export function reportPath(scope: Scope, { from, to, terminals, page }: Filter & { page?: string | null }): Route {
  return withQuery(pathTo(scope, "reports"), { from, to, terminal: terminals, page });
}

export function reportExportPath(scope: Scope, { from, to, terminals }: Filter): Route {
  return withQuery(pathTo(scope, "reports", "export"), { from, to, terminal: terminals });
}
