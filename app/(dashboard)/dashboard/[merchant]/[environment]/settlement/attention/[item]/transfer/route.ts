import { transferFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/transfer-file-response";
import type { MemberContext } from "@/lib/base/context/context";
import { nullIfRefused } from "@/lib/base/values/errors";
import { ItemId } from "@/lib/payments/attention/find-item";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { RefundId } from "@/lib/payments/refunds/lock";
import { memberRoute, notFoundResponse } from "@/lib/service/auth/route";
import { refundToSign } from "@/lib/settlement/funds/transfer-to-sign";

/**
 * The transfer of an item's prepared refund to sign in the offline wallet. What can't be signed redirects to the item.
 */
export const GET = memberRoute("attention.manage", async ({ ctx, merchant }, request) => {
  const { pathname, searchParams } = new URL(request.url);
  const itemPath = pathname.replace(/\/transfer$/, "");
  const refunds = await refundsOf(ctx, itemPath.split("/").at(-1) ?? "");
  if (!refunds) return notFoundResponse();
  const input = RefundId.safeParse({ refundId: searchParams.get("refund") });
  const isOfItem = input.success && refunds.some(({ id }) => id === input.data.refundId);
  const transfer = isOfItem ? await refundToSign(ctx, input.data, "file").catch(nullIfRefused) : null;
  if (!transfer) return new Response(null, { status: 307, headers: { location: itemPath } });
  return transferFileResponse(ctx, { name: "refund", transfers: [transfer], zone: merchant.timeZone });
});

/** Null: there is no such item. */
async function refundsOf(ctx: MemberContext, itemId: string) {
  const id = ItemId.safeParse({ itemId });
  const item = id.success ? await getAttention(ctx, id.data).catch(nullIfRefused) : null;
  return item?.refunds ?? null;
}
