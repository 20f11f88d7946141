import { AFTER_RULE, LIMIT_RULE } from "@/lib/base/lists/page-query";
import { AMOUNT_RULE } from "@/lib/base/values/amount-usdt";
import { listRefunds as listVerb } from "@/lib/payments/refunds/find-refunds";
import { prepareRefundByKey } from "@/lib/payments/refunds/prepare-by-key";
import { presentRefunds } from "@/lib/payments/refunds/present";
import { CreateRefundInput, ListRefundsQuery, RefundAnswer, RefundPageAnswer } from "@/lib/payments/refunds/schemas";
import { REFUND_STATUSES } from "@/lib/payments/refunds/state";
import { declareIdempotent, declareKeyed, onOnePath } from "@/lib/service/api/declare";
import { bodyOf, parametersOf } from "@/lib/service/api/input";
import { INSTANT } from "@/lib/service/api/intent-id";
import { exampleRefund, exampleRefunds } from "@/lib/service/api/openapi/example-refunds";
import { EXAMPLE_ID } from "@/lib/service/api/openapi/examples";

const path = "/refunds";
const INTENT = { rule: `the uuid of an intent, for example ${EXAMPLE_ID}` };

const created = declareIdempotent({
  path,
  tag: "Refunds",
  limit: "api",
  scope: "refunds:write",
  operations: {
    POST: {
      id: "createRefund",
      summary: "Create a refund",
      description: [
        "Extension. Prepares a refund of what an intent has received, whole or in part, also of late and overpaid money. You can refund an intent several times, until everything that it received is given back.",
        "",
        "No money moves: a member confirms the refund with their password in the dashboard and signs its transfer. Without `to` it is `waiting_for_address`, and the payment page asks the customer for an address, which a member confirms too.",
        "",
        "Each key has a limit for the refunds that it prepares in a UTC day, cancelled ones included. Send an `Idempotency-Key`, so that a request that you repeat doesn't refund twice.",
      ].join("\n"),
      input: bodyOf(CreateRefundInput, {
        code: "invalid_request",
        fields: {
          intent_id: INTENT,
          amount_usdt: { rule: AMOUNT_RULE, code: "invalid_amount" },
          to: { rule: "a TRON address, or left out so that the payment page asks the customer" },
          reason: { rule: "text of 1 to 200 characters without NUL characters or unpaired surrogates" },
        },
        sample: `{"intent_id": "${EXAMPLE_ID}", "amount_usdt": 5.25}`,
        examples: {
          address: {
            summary: "To the address that the customer gave you.",
            value: {
              intent_id: EXAMPLE_ID,
              amount_usdt: 5.25,
              to: "TJRyWwFs9wTFGZg3JbrVriFbNfCug5tDeC",
              reason: "Returned item",
            },
          },
          asked: {
            summary: "The payment page asks the customer for an address.",
            value: { intent_id: EXAMPLE_ID, amount_usdt: 5.25 },
          },
        },
      }),
    },
  },
  answer: { schema: RefundAnswer, description: "The refund was prepared.", example: exampleRefund },
  errors: ["invalid_amount", "not_found", "invalid_transition", "limit_reached"],
  verb: prepareRefundByKey,
  // the event of a prepared refund is due at once
  wake: () => ({}),
});

const listed = declareKeyed({
  path,
  tag: "Refunds",
  limit: "api",
  scope: "refunds:write",
  orScope: "intents:read",
  operations: {
    GET: {
      id: "listRefunds",
      summary: "List refunds",
      description: [
        "Extension. Returns the refunds of the key's terminal, or of the whole business for a key for all terminals, in the environment of the key's prefix, newest first. Refunds that members or other keys prepared are included.",
        "",
        "Send `next` as `after` for the next page, with the same filters, while `has_more` is true.",
      ].join("\n"),
      input: parametersOf(ListRefundsQuery, {
        code: "invalid_request",
        fields: {
          status: { rule: `${REFUND_STATUSES.slice(0, -1).join(", ")} or ${REFUND_STATUSES.at(-1)}` },
          intent_id: INTENT,
          created_after: INSTANT,
          created_before: INSTANT,
          after: { rule: AFTER_RULE },
          limit: { rule: LIMIT_RULE },
        },
      }),
    },
  },
  answer: { schema: RefundPageAnswer, description: "A page of refunds.", example: exampleRefunds },
  errors: [],
  verb: listVerb,
  present: presentRefunds,
});

export const [createRefund, listRefunds] = onOnePath(created, listed);
