import { refundFileResponse } from "@/app/(dashboard)/dashboard/[merchant]/[environment]/refund-file-response";
import { nullIfRefused } from "@/lib/base/values/errors";
import { IntentId } from "@/lib/payments/intents/schemas";
import { getPaymentRefunds } from "@/lib/payments/refunds/payment-refunds";
import { memberRoute } from "@/lib/service/auth/route";

/** The transfer of a payment's prepared refund to sign in the offline wallet. */
export const GET = memberRoute("attention.manage", (member, request) =>
  refundFileResponse(member, {
    request,
    findRefunds: async (intentId) => {
      const id = IntentId.safeParse({ id: intentId });
      const found = id.success
        ? await getPaymentRefunds(member.ctx, { intentId: id.data.id }).catch(nullIfRefused)
        : null;
      return found?.refunds ?? null;
    },
  }),
);
