import { idempotentEndpoint } from "@/lib/api/endpoint";
import { parseBody } from "@/lib/api/request";
import { cancelIntent } from "@/lib/intents/cancel";
import { IntentId } from "@/lib/intents/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = idempotentEndpoint({
  path: "/api/v1/cancel-payment-intent",
  limit: null,
  input: { POST: (request) => parseBody(request, IntentId, { body: "invalid_id" }) },
  verb: cancelIntent,
  wake: (_, { id }) => ({ intentId: id, settled: true }),
});
