import { authenticate } from "@/lib/api/authenticate";
import { parseBody } from "@/lib/api/body";
import { endpoint } from "@/lib/api/endpoint";
import { idempotencyOf } from "@/lib/api/idempotency";
import { wakeJobs } from "@/lib/api/wake";
import { cancelIntent } from "@/lib/intents/cancel";
import { IntentId } from "@/lib/intents/schemas";

const path = "/api/v1/cancel-payment-intent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path,
  POST: async ({ request, authenticated }) => {
    const ctx = await authenticate(request);
    authenticated(ctx);
    const input = await parseBody(request, IntentId, { body: "invalid_id" });
    const { answer, replayed } = await cancelIntent(ctx, input, idempotencyOf(request, path, input));
    if (replayed) return { json: answer, headers: { "idempotent-replayed": "true" } };
    wakeJobs({ intentId: input.id, settled: true });
    return { json: answer };
  },
});
