import { transferFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/transfer-file-response";
import { nullIfRefused } from "@/lib/base/values/errors";
import { exportRoute } from "@/lib/service/auth/route";
import { SweepInput } from "@/lib/settlement/funds/plan-sweep";
import { readSweepLink } from "@/lib/settlement/funds/sweep-link";
import { sweepToSign } from "@/lib/settlement/funds/transfer-to-sign";

/**
 * The transfers of a sweep to sign in the offline wallet; input that can't be planned redirects to the form, which says
 * why.
 */
export const GET = exportRoute("attention.manage", async ({ ctx, merchant }, request) => {
  const { pathname, search, searchParams } = new URL(request.url);
  const link = readSweepLink(ctx, Object.fromEntries(searchParams), new Date());
  const input = SweepInput.safeParse(link);
  const transfers = input.success ? await sweepToSign(ctx, input.data, "file").catch(nullIfRefused) : null;
  if (!transfers || transfers.length === 0) {
    return new Response(null, { status: 307, headers: { location: pathname.replace(/\/transfers$/, "") + search } });
  }
  return transferFileResponse(ctx, { name: "sweep", transfers, zone: merchant.timeZone });
});
