import { withTerminal } from "@/lib/business/terminals/with-terminal";
import { createKeyEndpoint } from "@/lib/delivery/endpoints/create-by-key";
import {
  CreatedEndpointAnswer,
  DEFAULT_SUBSCRIBED_TYPES,
  EndpointListAnswer,
  PostEndpointInput,
} from "@/lib/delivery/endpoints/key-schemas";
import { listKeyEndpoints } from "@/lib/delivery/endpoints/list";
import { presentCreatedEndpoint, presentEndpoints } from "@/lib/delivery/endpoints/present";
import { declareKeyed, onOnePath } from "@/lib/service/api/declare";
import { ENDPOINT_FIELDS } from "@/lib/service/api/endpoint-id";
import { bodyOf, noInput } from "@/lib/service/api/input";
import { TERMINAL_OF_CALL } from "@/lib/service/api/intent-id";
import { exampleCreatedEndpoint, exampleEndpoints } from "@/lib/service/api/openapi/endpoint-examples";

const path = "/webhook-endpoints";

const listed = declareKeyed({
  path,
  tag: "Webhook endpoints",
  limit: "api",
  scope: "webhooks:write",
  operations: {
    GET: {
      id: "listWebhookEndpoints",
      summary: "List webhook endpoints",
      description:
        "Extension. Returns the webhook endpoints that this key created, oldest first, without their secrets. Endpoints of the dashboard and of other keys aren't included.",
      input: noInput,
    },
  },
  answer: { schema: EndpointListAnswer, description: "The endpoints of this key.", example: exampleEndpoints },
  errors: [],
  verb: listKeyEndpoints,
  present: presentEndpoints,
});

const created = declareKeyed({
  path,
  tag: "Webhook endpoints",
  limit: "api",
  scope: "webhooks:write",
  operations: {
    POST: {
      id: "createWebhookEndpoint",
      summary: "Create a webhook endpoint",
      description: [
        "Extension. Creates a webhook endpoint in the key's environment and returns its signing secret. Store the secret now: it isn't returned again.",
        "",
        "You can safely repeat this call: with the URL and terminal of an endpoint that this key has already created, it returns that endpoint as it is, without its secret and with `created: false`. A key can have up to 5 endpoints.",
        "",
        "The endpoint is in the dashboard too, and keeps receiving events if the key ends.",
      ].join("\n"),
      input: bodyOf(PostEndpointInput, {
        code: "invalid_request",
        fields: { ...ENDPOINT_FIELDS, terminal_id: TERMINAL_OF_CALL },
        sample: '{"url": "https://shop.example/webhooks"}',
        examples: {
          url: { summary: "With the default events.", value: { url: "https://shop.example/webhooks" } },
          events: {
            summary: "With your choice of events.",
            value: { url: "https://shop.example/webhooks", event_types: ["payment.success", "payment.expired"] },
          },
        },
      }),
    },
  },
  answer: {
    schema: CreatedEndpointAnswer,
    description: "The endpoint was created, or had been created before.",
    example: exampleCreatedEndpoint,
  },
  errors: ["invalid_url_scheme", "http_in_live", "private_ip_in_live", "not_found", "limit_reached"],
  verb: async (ctx, { url, event_types, terminal_id }) => {
    const named = ctx.terminal || terminal_id ? await withTerminal(ctx, terminal_id) : null;
    const eventTypes = event_types ?? DEFAULT_SUBSCRIBED_TYPES;
    return createKeyEndpoint(ctx, { url, eventTypes, terminalId: named?.terminal.id });
  },
  present: presentCreatedEndpoint,
});

export const [listWebhookEndpoints, createWebhookEndpoint] = onOnePath(listed, created);
