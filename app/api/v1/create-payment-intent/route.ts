import { createIntent } from "@/lib/payments/intents/create";
import { CreateIntentInput } from "@/lib/payments/intents/schemas";
import { idempotentEndpoint } from "@/lib/service/api/endpoint";
import { parseBody } from "@/lib/service/api/request";

const ERRORS = {
  body: "invalid_amount",
  fields: {
    reference: "invalid_request",
    metadata: "invalid_request",
    expires_in: "invalid_request",
    success_url: "invalid_request",
    cancel_url: "invalid_request",
  },
} as const;

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = idempotentEndpoint({
  path: "/api/v1/create-payment-intent",
  limit: "create",
  input: { POST: (request) => parseBody(request, CreateIntentInput, ERRORS) },
  isRechecked: true,
  verb: createIntent,
  wake: ({ intent }) => ({ intentId: intent.id, expiresAt: intent.expiresAt }),
});
