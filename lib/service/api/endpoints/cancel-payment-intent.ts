import { cancelIntent } from "@/lib/payments/intents/cancel";
import { IntentId, IntentStatusAnswer } from "@/lib/payments/intents/schemas";
import { declareIdempotent } from "@/lib/service/api/declare";
import { bodyOf } from "@/lib/service/api/input";
import { INTENT_ID } from "@/lib/service/api/intent-id";
import { EXAMPLE_ID, exampleStatus } from "@/lib/service/api/openapi/examples";

export const cancelPaymentIntent = declareIdempotent({
  path: "/cancel-payment-intent",
  tag: "Payment intents",
  limit: null,
  scope: "intents:write",
  operations: {
    POST: {
      id: "cancelPaymentIntent",
      summary: "Cancel an intent",
      description:
        "Extension. Cancels a pending intent of the key's terminal and environment, so that it can no longer be paid, and sends the event `intent.cancelled`. An intent that has received any funds can't be cancelled.",
      input: bodyOf(IntentId, {
        ...INTENT_ID,
        examples: { intent: { summary: "The intent ID.", value: { id: EXAMPLE_ID } } },
      }),
    },
  },
  answer: {
    schema: IntentStatusAnswer,
    description: "The intent was cancelled.",
    example: () => exampleStatus("cancelled"),
  },
  errors: ["not_found", "invalid_transition"],
  verb: cancelIntent,
  wake: (_, { id }) => ({ intentId: id, settled: true }),
});
