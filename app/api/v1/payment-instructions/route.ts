import { IntentId } from "@/lib/payments/intents/schemas";
import { getInstructions } from "@/lib/payments/page/get-instructions";
import { presentInstructions } from "@/lib/payments/page/instructions";
import { publicEndpoint } from "@/lib/service/api/endpoint";
import { parseQuery } from "@/lib/service/api/request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/payment-instructions",
  cors: true,
  limit: "status",
  input: { GET: (request) => parseQuery(request, IntentId, { body: "invalid_id" }) },
  verb: (ctx, { id }) => getInstructions(ctx, id),
  present: (found, { settings }) => presentInstructions(found, settings),
});
