import { AFTER_RULE, LIMIT_RULE } from "@/lib/base/lists/page-query";
import { IntentPageAnswer, ListIntentsQuery } from "@/lib/payments/lists/intent-schemas";
import { listIntents } from "@/lib/payments/lists/list-intents";
import { presentIntents } from "@/lib/payments/lists/present-intents";
import { declareKeyed } from "@/lib/service/api/declare";
import { parametersOf } from "@/lib/service/api/input";
import { INSTANT, TERMINAL_OF_CALL } from "@/lib/service/api/intent-id";
import { exampleIntents } from "@/lib/service/api/openapi/example-intents";

export const listPaymentIntents = declareKeyed({
  path: "/payment-intents",
  tag: "Payment intents",
  limit: "api",
  scope: "intents:read",
  operations: {
    GET: {
      id: "listPaymentIntents",
      summary: "List payment intents",
      description: [
        "Returns the intents of the key's terminal, or of the whole business for a key for all terminals, in the environment of the key's prefix, newest first.",
        "",
        "To find the payment of an order, send its `reference`. It's compared exactly, upper and lower case included.",
        "",
        "Send `next` as `after` for the next page, with the same filters, while `has_more` is true. A page can have fewer intents than `limit` while `has_more` is true, if a thousand intents or more share the `reference`.",
      ].join("\n"),
      input: parametersOf(ListIntentsQuery, {
        code: "invalid_request",
        fields: {
          reference: { rule: "text of 1 to 200 characters without NUL characters or unpaired surrogates" },
          status: { rule: "pending, paid, expired or cancelled" },
          created_after: INSTANT,
          created_before: INSTANT,
          terminal_id: TERMINAL_OF_CALL,
          after: { rule: AFTER_RULE },
          limit: { rule: LIMIT_RULE },
        },
      }),
    },
  },
  answer: { schema: IntentPageAnswer, description: "A page of intents.", example: exampleIntents },
  errors: ["not_found"],
  verb: listIntents,
  present: presentIntents,
});
