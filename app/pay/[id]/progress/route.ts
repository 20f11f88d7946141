import { intentIn } from "@/app/pay/intent-in";
import { anonymous } from "@/lib/api/context";
import { endpoint } from "@/lib/api/endpoint";
import { addressKey, limitInProcess } from "@/lib/api/limits/limit";
import { getProgress } from "@/lib/intents/get-progress";

/** The content of one event, for pages that can't receive server-sent events. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/pay/[id]/progress",
  GET: async ({ request, address }) => {
    const headers = limitInProcess("status", addressKey(address));
    return { json: await getProgress(anonymous(), intentIn(request)), headers };
  },
});
