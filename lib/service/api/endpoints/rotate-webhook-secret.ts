import { RotatedEndpointAnswer } from "@/lib/delivery/endpoints/key-schemas";
import { requireEndpoint } from "@/lib/delivery/endpoints/list";
import { presentRotatedEndpoint } from "@/lib/delivery/endpoints/present";
import { rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { declareKeyed } from "@/lib/service/api/declare";
import { endpointPath } from "@/lib/service/api/endpoint-id";
import { noInput } from "@/lib/service/api/input";
import { exampleRotatedEndpoint } from "@/lib/service/api/openapi/endpoint-examples";

export const rotateWebhookSecret = declareKeyed({
  path: "/webhook-endpoints/{id}/rotate-secret",
  tag: "Webhook endpoints",
  limit: "api",
  scope: "webhooks:write",
  operations: {
    POST: {
      id: "rotateWebhookSecret",
      summary: "Rotate a signing secret",
      description: [
        "Extension. Returns a new signing secret for an endpoint that this key created. Store the secret now: it isn't returned again.",
        "",
        "For 24 hours, `webhook-signature` has the signatures of both secrets, and `X-Service-Signature` that of the old one. Then only the new secret signs. Accept both secrets until then, so that no webhook is refused.",
        "",
        "During these 24 hours, another rotation replaces the new secret and starts the 24 hours again.",
      ].join("\n"),
      input: endpointPath(noInput),
    },
  },
  answer: {
    schema: RotatedEndpointAnswer,
    description: "The endpoint with its new secret.",
    example: exampleRotatedEndpoint,
  },
  errors: ["not_found"],
  verb: async (ctx, { id }) => {
    const rotated = await rotateEndpointSecret(ctx, { endpointId: id });
    return { endpoint: await requireEndpoint(ctx, id), ...rotated };
  },
  present: presentRotatedEndpoint,
});
