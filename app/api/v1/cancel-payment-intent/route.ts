import { cancelIntent } from "@/lib/payments/intents/cancel";
import { IntentId } from "@/lib/payments/intents/schemas";
import { idempotentEndpoint } from "@/lib/service/api/endpoint";
import { parseBody } from "@/lib/service/api/request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = idempotentEndpoint({
  path: "/api/v1/cancel-payment-intent",
  limit: null,
  input: { POST: (request) => parseBody(request, IntentId, { body: "invalid_id" }) },
  verb: cancelIntent,
  wake: (_, { id }) => ({ intentId: id, settled: true }),
});
