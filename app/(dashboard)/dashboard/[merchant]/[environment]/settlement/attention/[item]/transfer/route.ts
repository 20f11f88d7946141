import { transferFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/transfer-file-response";
import { RefundId } from "@/lib/attention/find-refund";
import { memberRoute } from "@/lib/auth/route";
import { isDomainError } from "@/lib/errors";
import { refundToSign } from "@/lib/funds/transfer-to-sign";

/** The transfer of a prepared refund to sign in the offline wallet; what can't be signed redirects to the item. */
export const GET = memberRoute("attention.manage", async ({ ctx, merchant }, request) => {
  const { pathname, searchParams } = new URL(request.url);
  const input = RefundId.safeParse({ refundId: searchParams.get("refund") });
  const transfer = input.success ? await refundToSign(ctx, input.data, "file").catch(refused) : null;
  if (!transfer) {
    return new Response(null, { status: 307, headers: { location: pathname.replace(/\/transfer$/, "") } });
  }
  return transferFileResponse(ctx, { name: "refund", transfers: [transfer], zone: merchant.timeZone });
});

function refused(error: unknown): null {
  if (isDomainError(error)) return null;
  throw error;
}
