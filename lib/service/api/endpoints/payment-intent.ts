import { IntentId } from "@/lib/payments/intents/schemas";
import { getIntent } from "@/lib/payments/lists/get-intent";
import { DetailedIntentAnswer } from "@/lib/payments/lists/intent-schemas";
import { presentIntent } from "@/lib/payments/lists/present-intents";
import { declareKeyed } from "@/lib/service/api/declare";
import { noInput, pathOf } from "@/lib/service/api/input";
import { INTENT_ID } from "@/lib/service/api/intent-id";
import { exampleIntent } from "@/lib/service/api/openapi/example-intents";

export const getPaymentIntent = declareKeyed({
  path: "/payment-intents/{id}",
  tag: "Payment intents",
  limit: "api",
  scope: "intents:read",
  operations: {
    GET: {
      id: "getPaymentIntent",
      summary: "Get a payment intent",
      description:
        "Returns an intent of the key's terminal, or of the whole business for a key for all terminals, with its transfers and refunds. For the status alone, [getIntentStatus](#get-intent-status) is cheaper and needs no key.",
      input: pathOf(IntentId, INTENT_ID, noInput),
    },
  },
  answer: { schema: DetailedIntentAnswer, description: "The intent.", example: exampleIntent },
  errors: ["not_found"],
  verb: getIntent,
  present: presentIntent,
});
