import { getRefund as getVerb } from "@/lib/payments/refunds/find-refunds";
import { presentRefund } from "@/lib/payments/refunds/present";
import { RefundAnswer } from "@/lib/payments/refunds/schemas";
import { declareKeyed } from "@/lib/service/api/declare";
import { exampleRefund } from "@/lib/service/api/openapi/example-refunds";
import { refundPath } from "@/lib/service/api/refund-id";

export const getRefund = declareKeyed({
  path: "/refunds/{id}",
  tag: "Refunds",
  limit: "api",
  scope: "refunds:write",
  orScope: "intents:read",
  operations: {
    GET: {
      id: "getRefund",
      summary: "Get a refund",
      description:
        "Extension. Returns a refund of the key's terminal, or of the whole business for a key for all terminals. Refunds that members or other keys prepared are included.",
      input: refundPath,
    },
  },
  answer: { schema: RefundAnswer, description: "The refund.", example: exampleRefund },
  errors: ["not_found"],
  verb: (ctx, path) => getVerb(ctx, path),
  present: presentRefund,
});
