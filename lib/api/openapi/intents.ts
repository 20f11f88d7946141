import { EXAMPLE_ID, exampleCreated, exampleStatus } from "@/lib/api/openapi/examples";
import { type OperationDraft, operation } from "@/lib/api/openapi/operation";
import { CreatedAnswer, CreateIntentInput, IntentId, IntentStatusAnswer } from "@/lib/intents/schemas";

const tag = "Payment intents";

export const intentOperations = () => [create(), status(), cancel()].map(operation);

/** Following operations of an intent whose id stands at `pointer` in an answer. */
export function linksToIntent(pointer: string) {
  const id = `$response.body#${pointer}`;
  return {
    status: { operationId: "getIntentStatus", description: "Look at this intent.", parameters: { id } },
    cancel: {
      operationId: "cancelPaymentIntent",
      description: "Cancel this intent while it is pending.",
      requestBody: { id },
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
      "Creates a pending intent on the terminal that the key belongs to, in the environment that its prefix names. The event `intent.created` follows.",
      "",
      "Call it from your server only: whoever has the key acts in your name.",
      "",
      "Show `intent.checkout_uri` to the customer as a QR code, or send them to `intent.checkout_url`.",
    ].join("\n"),
    needsKey: true,
    limited: true,
    idempotent: true,
    body: {
      schema: CreateIntentInput,
      examples: {
        amount: { summary: "An amount is enough.", value: { amount_usdt: 12.5 } },
        extended: {
          summary: "With your order id, data of your own and a shorter life.",
          value: { amount_usdt: 12.5, reference: "order-1042", metadata: { cart: "8812" }, expires_in: 900 },
        },
        return: {
          summary: "With the pages that the customer goes back to.",
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
      description: "The intent is stored and pending.",
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
    summary: "Look at an intent",
    description:
      "The state of an intent, open to browsers of any origin. Poll it about every 2 seconds until `status` leaves `pending`; an intent that has ended stays as it is.",
    needsKey: false,
    limited: true,
    query: IntentId,
    answer: { schema: IntentStatusAnswer, description: "The intent as it is now.", example: exampleStatus("pending") },
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
      "Extension. Ends a pending intent of the key's terminal and environment, so that it can no longer be paid. Once money has arrived for it, even in part, this is refused. The event `intent.cancelled` follows.",
    needsKey: true,
    limited: false,
    idempotent: true,
    body: { schema: IntentId, examples: { intent: { summary: "The intent's id.", value: { id: EXAMPLE_ID } } } },
    answer: {
      schema: IntentStatusAnswer,
      description: "The intent is cancelled.",
      example: exampleStatus("cancelled"),
    },
    codes: ["invalid_id", "not_found", "invalid_transition"],
  };
}
