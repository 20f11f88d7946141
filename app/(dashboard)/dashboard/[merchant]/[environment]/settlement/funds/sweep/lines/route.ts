import { calendarDay } from "@/lib/base/time/calendar-day";
import { nullIfRefused } from "@/lib/base/values/errors";
import { exportRoute } from "@/lib/service/auth/route";
import { estimateCost } from "@/lib/settlement/funds/estimate-cost";
import { planSweep, SweepInput, transfersOf } from "@/lib/settlement/funds/plan-sweep";
import { readSweepLink } from "@/lib/settlement/funds/sweep-link";

/**
 * The commands of a sweep as a file for wallet-cli; input that cannot be planned redirects to the form, which says why.
 */
export const GET = exportRoute("settlement.view", async ({ ctx, merchant }, request) => {
  const { pathname, search, searchParams } = new URL(request.url);
  const link = readSweepLink(ctx, Object.fromEntries(searchParams), new Date());
  const input = SweepInput.safeParse(link);
  const plan = input.success ? await planSweep(ctx, input.data).catch(nullIfRefused) : null;
  if (!plan) {
    return new Response(null, { status: 307, headers: { location: pathname.replace(/\/lines$/, "") + search } });
  }
  const { cost } = await estimateCost(ctx, transfersOf(plan));
  const name = `sweep-${calendarDay(new Date(), merchant.timeZone)}.txt`;
  return new Response(`${(cost?.commands ?? plan.lines).join("\n")}\n`, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
});
