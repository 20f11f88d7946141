import { getStatus } from "@/lib/payments/intents/get-status";
import { presentStatus } from "@/lib/payments/intents/present";
import { IntentId } from "@/lib/payments/intents/schemas";
import { publicEndpoint } from "@/lib/service/api/endpoint";
import { parseQuery } from "@/lib/service/api/request";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/intent-status",
  cors: true,
  limit: "status",
  input: { GET: (request) => parseQuery(request, IntentId, { body: "invalid_id" }) },
  verb: (ctx, { id }) => getStatus(ctx, id),
  present: presentStatus,
});
