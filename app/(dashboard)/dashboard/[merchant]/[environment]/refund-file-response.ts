import { transferFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/transfer-file-response";
import { nullIfRefused } from "@/lib/base/values/errors";
import type { RefundRow } from "@/lib/payments/refunds/list-rows";
import { RefundId } from "@/lib/payments/refunds/lock";
import type { Member } from "@/lib/service/auth/member";
import { notFoundResponse } from "@/lib/service/auth/route";
import { refundToSign } from "@/lib/settlement/funds/transfer-to-sign";

type Props = {
  request: Request;
  /** those of the page that the file is below; null: there is no such page */
  findRefunds: (pageId: string) => Promise<Pick<RefundRow, "id">[] | null>;
};

/**
 * The transfer of a prepared refund to sign in the offline wallet, at `…/<page>/transfer?refund=<id>`. What can't be
 * signed redirects to the page.
 */
export async function refundFileResponse(
  { ctx, merchant }: Pick<Member, "ctx" | "merchant">,
  { request, findRefunds }: Props,
) {
  const { pathname, searchParams } = new URL(request.url);
  const page = pathname.replace(/\/transfer$/, "");
  const refunds = await findRefunds(page.split("/").at(-1) ?? "");
  if (!refunds) return notFoundResponse();
  const input = RefundId.safeParse({ refundId: searchParams.get("refund") });
  const isOfPage = input.success && refunds.some(({ id }) => id === input.data.refundId);
  const transfer = isOfPage ? await refundToSign(ctx, input.data, "file").catch(nullIfRefused) : null;
  if (!transfer) return new Response(null, { status: 307, headers: { location: page } });
  return transferFileResponse(ctx, { name: "refund", transfers: [transfer], zone: merchant.timeZone });
}
