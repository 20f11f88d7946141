import { CreatedAnswer, CreateIntentInput, IntentId, IntentStatusAnswer } from "@/lib/payments/intents/schemas";
import { EXAMPLE_ID, exampleCreated, exampleStatus } from "@/lib/service/api/openapi/examples";
import { type OperationDraft, operation } from "@/lib/service/api/openapi/operation";

const tag = "Payment intents";

export const intentOperations = () => [create(), status(), cancel()].map(operation);

/** Links to the next operations on the intent whose ID is at `pointer` in the response. */
export function linksToIntent(pointer: string) {
  const id = `$response.body#${pointer}`;
  return {
    status: { operationId: "getIntentStatus", description: "Get the status of this intent.", parameters: { id } },
    cancel: {
      operationId: "cancelPaymentIntent",
      description: "Cancel this intent while it is pending.",
      // a string: some client generators refuse an object
      requestBody: JSON.stringify({ id: `{${id}}` }),
    },
  };
}

function create(): OperationDraft {
  return {
    method: "post",
    path: "/create-payment-intent",
    operationId: "createPaymentIntent",
    tag,
    summary: "Create a payment intent",
    description: [
      "Creates a pending intent for the terminal that the key belongs to, in the environment of the key's prefix, and sends the event `intent.created`.",
      "",
      "Call this endpoint from your server only. Anyone with the key can create intents for this terminal.",
      "",
      "Show `intent.checkout_uri` as a QR code, or redirect the customer to `intent.checkout_url`.",
    ].join("\n"),
    needsKey: true,
    limited: true,
    idempotent: true,
    body: {
      schema: CreateIntentInput,
      examples: {
        amount: { summary: "With an amount only.", value: { amount_usdt: 12.5 } },
        extended: {
          summary: "With your order ID, metadata and an earlier expiry.",
          value: { amount_usdt: 12.5, reference: "order-1042", metadata: { cart: "8812" }, expires_in: 900 },
        },
        return: {
          summary: "With return URLs for the customer.",
          value: {
            amount_usdt: 12.5,
            success_url: "https://shop.example/thank-you",
            cancel_url: "https://shop.example/cart",
          },
        },
      },
    },
    answer: {
      schema: CreatedAnswer,
      description: "The intent was created and is pending.",
      example: exampleCreated(),
      links: linksToIntent("/intent/id"),
    },
    codes: ["invalid_amount", "invalid_request", "daily_cap_exceeded"],
  };
}

function status(): OperationDraft {
  return {
    method: "get",
    path: "/intent-status",
    operationId: "getIntentStatus",
    tag,
    summary: "Get the status of an intent",
    description:
      "Returns the status of an intent. Open to browsers from any origin. Poll about every 2 seconds until `status` is no longer `pending`. The status of an ended intent is final.",
    needsKey: false,
    limited: true,
    query: IntentId,
    answer: {
      schema: IntentStatusAnswer,
      description: "The current state of the intent.",
      example: exampleStatus("pending"),
    },
    codes: ["invalid_id", "not_found"],
  };
}

function cancel(): OperationDraft {
  return {
    method: "post",
    path: "/cancel-payment-intent",
    operationId: "cancelPaymentIntent",
    tag,
    summary: "Cancel an intent",
    description:
      "Extension. Cancels a pending intent of the key's terminal and environment, so that it can no longer be paid, and sends the event `intent.cancelled`. An intent that has received any funds can't be cancelled.",
    needsKey: true,
    limited: false,
    idempotent: true,
    body: { schema: IntentId, examples: { intent: { summary: "The intent ID.", value: { id: EXAMPLE_ID } } } },
    answer: {
      schema: IntentStatusAnswer,
      description: "The intent was cancelled.",
      example: exampleStatus("cancelled"),
    },
    codes: ["invalid_id", "not_found", "invalid_transition"],
  };
}
