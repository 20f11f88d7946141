import {
  requireAll,
  signingRoute,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/signing-route";
import { transferFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/transfer-file-response";
import { refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";

/** The transfers of refunds to sign in the offline wallet. */
export const POST = signingRoute(async ({ ctx, merchant }, input) => {
  const { transfers, leftOut } = await refundsToSign(ctx, input, "file");
  requireAll(leftOut);
  return transferFileResponse(ctx, { name: "refunds", transfers, zone: merchant.timeZone });
});
