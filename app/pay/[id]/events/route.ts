import { intentIn } from "@/app/pay/intent-in";
import { DomainError } from "@/lib/base/values/errors";
import { customersHub } from "@/lib/payments/realtime/hubs";
import { feedEndpoint } from "@/lib/service/api/endpoint";

/** Seconds, after which another process may have room. */
const RETRY_WHEN_FULL = 30;

/** Server-sent events: `state` at once and whenever the payment's progress changes, until nothing of it is open. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = feedEndpoint({
  path: "/pay/[id]/events",
  cors: true,
  limit: "status",
  input: { GET: intentIn },
  open: async (id, addressKey) => {
    const feed = await customersHub().enter(id, addressKey);
    if (feed) return feed;
    throw new DomainError("api_error", "Too many payment pages are open. Poll /progress instead.", {
      retryAfterSeconds: RETRY_WHEN_FULL,
    });
  },
});
