import { refundFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/refund-file-response";
import { nullIfRefused } from "@/lib/base/values/errors";
import { ItemId } from "@/lib/payments/attention/find-item";
import { getAttention } from "@/lib/payments/attention/get-attention";
import { memberRoute } from "@/lib/service/auth/route";

/** The transfer of an item's prepared refund to sign in the offline wallet. */
export const GET = memberRoute("attention.manage", (member, request) =>
  refundFileResponse(member, {
    request,
    findRefunds: async (itemId) => {
      const id = ItemId.safeParse({ itemId });
      const item = id.success ? await getAttention(member.ctx, id.data).catch(nullIfRefused) : null;
      return item?.refunds ?? null;
    },
  }),
);
