import { cancelRefundByKey } from "@/lib/payments/refunds/cancel-by-key";
import { presentRefund } from "@/lib/payments/refunds/present";
import { RefundAnswer } from "@/lib/payments/refunds/schemas";
import { declareKeyed } from "@/lib/service/api/declare";
import { exampleCancelledRefund } from "@/lib/service/api/openapi/example-refunds";
import { refundPath } from "@/lib/service/api/refund-id";

export const cancelRefund = declareKeyed({
  path: "/refunds/{id}/cancel",
  tag: "Refunds",
  limit: "api",
  scope: "refunds:write",
  operations: {
    POST: {
      id: "cancelRefund",
      summary: "Cancel a refund",
      description:
        "Extension. Cancels a refund that this key prepared and that wasn't sent. You can safely repeat this call: it returns a refund that is already cancelled as it is. Refunds of members and of other keys are cancelled in the dashboard.",
      input: refundPath,
    },
  },
  answer: { schema: RefundAnswer, description: "The refund is cancelled.", example: exampleCancelledRefund },
  errors: ["not_found", "invalid_transition"],
  verb: cancelRefundByKey,
  // the event is due at once
  wake: () => ({}),
  present: presentRefund,
});
