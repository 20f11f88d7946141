import { idempotentEndpoint } from "@/lib/api/endpoint";
import { parseBody } from "@/lib/api/request";
import { createIntent } from "@/lib/intents/create";
import { CreateIntentInput } from "@/lib/intents/schemas";

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
