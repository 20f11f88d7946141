import { exportResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/export-response";
import { exportRoute } from "@/lib/auth/route";
import { exportFunds } from "@/lib/funds/funds-export";
import { calendarDay } from "@/lib/time/calendar-day";

/** Every address with its balance as a file. */
export const GET = exportRoute("settlement.view", async ({ ctx, merchant }, request) =>
  exportResponse(
    request,
    `funds-${calendarDay(new Date(), merchant.timeZone)}`,
    exportFunds(ctx, { zone: merchant.timeZone, signal: request.signal }),
  ),
);
