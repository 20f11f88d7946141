import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { exportRoute } from "@/lib/service/auth/route";
import { exportFunds } from "@/lib/settlement/funds/funds-export";

/** Every address with its balance as a file. */
export const GET = exportRoute("settlement.view", async ({ ctx, merchant }, request) =>
  exportResponse(
    request,
    `funds-${calendarDay(new Date(), merchant.timeZone)}`,
    exportFunds(ctx, { zone: merchant.timeZone, signal: request.signal }),
  ),
);
