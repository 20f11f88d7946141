import { publicEndpoint } from "@/lib/api/endpoint";
import { parseQuery } from "@/lib/api/request";
import { getInstructions } from "@/lib/intents/get-instructions";
import { presentInstructions } from "@/lib/intents/instructions";
import { IntentId } from "@/lib/intents/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/payment-instructions",
  cors: true,
  limit: "status",
  input: { GET: (request) => parseQuery(request, IntentId, { body: "invalid_id" }) },
  verb: (ctx, { id }) => getInstructions(ctx, id),
  present: (found, { settings }) => presentInstructions(found, settings),
});
