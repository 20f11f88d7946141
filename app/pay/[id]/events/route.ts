import { intentIn } from "@/app/pay/intent-in";
import { endpoint } from "@/lib/api/endpoint";
import { addressKey, limitInProcess } from "@/lib/api/limits/limit";
import { processCustomers } from "@/lib/realtime/process-customers";

/** Retried after this many seconds, when another process may have room. */
const FULL = {
  status: 503,
  headers: { "retry-after": "30" },
  json: { error: "Too many payment pages are open. Poll /progress instead.", code: "api_error" },
};

/** Server-sent events: `state` at once and whenever the payment's progress changes, until it has ended. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path: "/pay/[id]/events",
  GET: async ({ request, address }) => {
    const key = addressKey(address);
    const headers = limitInProcess("status", key);
    const feed = await processCustomers().enter(intentIn(request), key);
    return feed ? { feed, headers } : FULL;
  },
});
