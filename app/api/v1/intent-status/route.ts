import { parseQuery } from "@/lib/api/body";
import { anonymous } from "@/lib/api/context";
import { endpoint } from "@/lib/api/endpoint";
import { addressKey, limitInProcess } from "@/lib/api/limits/limit";
import { getStatus } from "@/lib/intents/get-status";
import { presentStatus } from "@/lib/intents/present";
import { IntentId } from "@/lib/intents/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/api/v1/intent-status",
  cors: true,
  GET: async ({ request, address }) => {
    const headers = limitInProcess("status", addressKey(address));
    const { id } = parseQuery(request, IntentId, { body: "invalid_id" });
    return { json: presentStatus(await getStatus(anonymous(), id)), headers };
  },
});
