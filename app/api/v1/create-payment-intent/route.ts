import { authenticate } from "@/lib/api/authenticate";
import { parseBody } from "@/lib/api/body";
import { endpoint } from "@/lib/api/endpoint";
import { idempotencyOf } from "@/lib/api/idempotency";
import { limitInProcess } from "@/lib/api/limits/limit";
import { wakeJobs } from "@/lib/api/wake";
import { createIntent } from "@/lib/intents/create";
import { CreateIntentInput } from "@/lib/intents/schemas";

const path = "/api/v1/create-payment-intent";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoint({
  path,
  POST: async ({ request, authenticated }) => {
    const ctx = await authenticate(request, { recheckedOnWrite: true });
    authenticated(ctx);
    const headers = limitInProcess("create", ctx.actor.keyId);
    const input = await parseBody(request, CreateIntentInput, {
      body: "invalid_amount",
      fields: {
        reference: "invalid_request",
        metadata: "invalid_request",
        expires_in: "invalid_request",
        success_url: "invalid_request",
        cancel_url: "invalid_request",
      },
    });
    const result = await createIntent(ctx, input, idempotencyOf(request, path, input));
    if (result.replayed) return { json: result.answer, headers: { ...headers, "idempotent-replayed": "true" } };
    wakeJobs({ intentId: result.intent.id, expiresAt: result.intent.expiresAt });
    return { json: result.answer, headers };
  },
});
