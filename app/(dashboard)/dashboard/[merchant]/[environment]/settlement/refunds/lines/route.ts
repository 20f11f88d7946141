import {
  refundsFile,
  requireAll,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/refunds-file";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { exportRoute } from "@/lib/service/auth/route";
import { planRefunds } from "@/lib/settlement/funds/plan-refunds";

/** The commands of refunds as a file for wallet-cli. */
export const POST = exportRoute(
  "attention.manage",
  refundsFile(async ({ ctx, merchant }, input) => {
    const { lines, leftOut } = await planRefunds(ctx, input);
    requireAll(leftOut);
    return new Response(`${lines.join("\n")}\n`, {
      headers: {
        "content-type": "text/plain; charset=utf-8",
        "content-disposition": `attachment; filename="refunds-${calendarDay(new Date(), merchant.timeZone)}.txt"`,
        "cache-control": "no-store",
      },
    });
  }),
);
