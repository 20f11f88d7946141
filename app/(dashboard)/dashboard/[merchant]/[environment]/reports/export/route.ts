import { reportExport } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/reports/export/report-export";
import { takingsInPieces } from "@/lib/payments/reports/takings";
import { exportTakings } from "@/lib/payments/reports/takings-export";
import { exportRoute } from "@/lib/service/auth/route";

/** The report of the page as a file, a row for each business day and terminal. */
export const GET = exportRoute(
  "reports.export",
  reportExport("takings", (ctx, filter, signal) => exportTakings(takingsInPieces(ctx, filter, { signal }))),
);
