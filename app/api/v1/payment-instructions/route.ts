import { parseQuery } from "@/lib/api/body";
import { anonymous } from "@/lib/api/context";
import { endpoint } from "@/lib/api/endpoint";
import { addressKey, limitInProcess } from "@/lib/api/limits/limit";
import { liveNetwork } from "@/lib/chain/network";
import { getInstructions } from "@/lib/intents/get-instructions";
import { presentInstructions } from "@/lib/intents/instructions";
import { IntentId } from "@/lib/intents/schemas";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/api/v1/payment-instructions",
  cors: true,
  GET: async ({ request, address }) => {
    const headers = limitInProcess("status", addressKey(address));
    const { id } = parseQuery(request, IntentId, { body: "invalid_id" });
    return { json: presentInstructions(await getInstructions(anonymous(), id), liveNetwork()), headers };
  },
});
