import { publicEndpoint } from "@/lib/api/endpoint";
import { parseQuery } from "@/lib/api/request";
import { getStatus } from "@/lib/intents/get-status";
import { presentStatus } from "@/lib/intents/present";
import { IntentId } from "@/lib/intents/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = publicEndpoint({
  path: "/api/v1/intent-status",
  cors: true,
  limit: "status",
  input: { GET: (request) => parseQuery(request, IntentId, { body: "invalid_id" }) },
  verb: (ctx, { id }) => getStatus(ctx, id),
  present: presentStatus,
});
