import {
  refundsFile,
  requireAll,
} from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/refunds/refunds-file";
import { transferFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/settlement/transfer-file-response";
import { exportRoute } from "@/lib/service/auth/route";
import { refundsToSign } from "@/lib/settlement/funds/refunds-to-sign";

/** The transfers of refunds to sign in the offline wallet. */
export const POST = exportRoute(
  "attention.manage",
  refundsFile(async ({ ctx, merchant }, input) => {
    const { transfers, leftOut } = await refundsToSign(ctx, input, "file");
    requireAll(leftOut);
    return transferFileResponse(ctx, { name: "refunds", transfers, zone: merchant.timeZone });
  }),
);
