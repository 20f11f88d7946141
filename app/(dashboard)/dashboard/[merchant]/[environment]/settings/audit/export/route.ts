import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import { describeEntry } from "@/components/audit/describe-entry";
import { exportAudit } from "@/lib/base/audit/export";
import { AuditFilter } from "@/lib/base/audit/filter";
import { exportRoute } from "@/lib/service/auth/route";
import { auditMessages } from "@/lib/service/messages/en/audit";

/** The filtered audit log as a file. */
export const GET = exportRoute("audit.view", async ({ ctx, merchant }, request) => {
  const asked = AuditFilter.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!asked.success) return new Response(`${auditMessages.invalidExport}\n`, { status: 400 });
  const table = exportAudit(ctx, asked.data, { timeZone: merchant.timeZone, formatEntry: describeEntry });
  return exportResponse(request, "audit-log", table);
});
