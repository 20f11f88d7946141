import {
  requireAll,
  signingRoute,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/signing-route";
import { calendarDay } from "@/lib/base/time/calendar-day";
import { planRefunds } from "@/lib/settlement/funds/plan-refunds";

/** The commands of refunds as a file for wallet-cli. */
export const POST = signingRoute(async ({ ctx, merchant }, input) => {
  const { lines, leftOut } = await planRefunds(ctx, input);
  requireAll(leftOut);
  return new Response(`${lines.join("\n")}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="refunds-${calendarDay(new Date(), merchant.timeZone)}.txt"`,
      "cache-control": "no-store",
    },
  });
});
