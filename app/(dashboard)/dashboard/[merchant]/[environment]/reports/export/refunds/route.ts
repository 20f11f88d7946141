import { reportExport } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/reports/export/report-export";
import { exportRefunds } from "@/lib/payments/reports/refunds-export";
import { exportRoute } from "@/lib/service/auth/route";

/** The refunds of the report of the page as a file, a row each. */
export const GET = exportRoute(
  "reports.export",
  reportExport("refunds", (ctx, filter, signal) => exportRefunds(ctx, filter, { signal })),
);
