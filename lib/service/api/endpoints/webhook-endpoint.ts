import { deleteEndpoint } from "@/lib/delivery/endpoints/delete";
import { DeletedEndpointAnswer, EndpointAnswer, PatchEndpointInput } from "@/lib/delivery/endpoints/key-schemas";
import { requireEndpoint } from "@/lib/delivery/endpoints/list";
import { presentEndpoint } from "@/lib/delivery/endpoints/present";
import { updateKeyEndpoint } from "@/lib/delivery/endpoints/update-by-key";
import { declareKeyed, onOnePath } from "@/lib/service/api/declare";
import { ENDPOINT_FIELDS, endpointPath } from "@/lib/service/api/endpoint-id";
import { bodyOf, noInput } from "@/lib/service/api/input";
import { EXAMPLE_ENDPOINT_ID, exampleEndpoint } from "@/lib/service/api/openapi/endpoint-examples";

const path = "/webhook-endpoints/{id}";

const found = declareKeyed({
  path,
  tag: "Webhook endpoints",
  limit: "api",
  scope: "webhooks:write",
  operations: {
    GET: {
      id: "getWebhookEndpoint",
      summary: "Get a webhook endpoint",
      description: "Extension. Returns an endpoint that this key created, without its secret.",
      input: endpointPath(noInput),
    },
  },
  answer: { schema: EndpointAnswer, description: "The endpoint.", example: exampleEndpoint },
  errors: ["not_found"],
  verb: (ctx, { id }) => requireEndpoint(ctx, id),
  present: presentEndpoint,
});

const updated = declareKeyed({
  path,
  tag: "Webhook endpoints",
  limit: "api",
  scope: "webhooks:write",
  operations: {
    PATCH: {
      id: "updateWebhookEndpoint",
      summary: "Update a webhook endpoint",
      description: [
        "Extension. Changes the URL or the events of an endpoint that this key created, or enables or disables it. What you leave out stays as it is.",
        "",
        "Pending events go to the new URL. Enable an endpoint that was disabled after a 410 or 5 days of failures once your server accepts events again.",
      ].join("\n"),
      input: endpointPath(
        bodyOf(PatchEndpointInput, {
          code: "invalid_request",
          fields: { ...ENDPOINT_FIELDS, enabled: { rule: "true or false" } },
          sample: '{"enabled": true}',
          examples: {
            url: { summary: "Another URL.", value: { url: "https://shop.example/till/webhooks" } },
            events: { summary: "Other events.", value: { event_types: ["payment.success", "intent.cancelled"] } },
            enable: { summary: "Enable it again.", value: { enabled: true } },
          },
        }),
      ),
    },
  },
  answer: { schema: EndpointAnswer, description: "The endpoint as it is now.", example: exampleEndpoint },
  errors: ["invalid_url_scheme", "http_in_live", "private_ip_in_live", "not_found"],
  verb: (ctx, { id, ...changes }) => updateKeyEndpoint(ctx, { endpointId: id, ...changes }),
  // pending events may be due at once
  wake: () => ({}),
  present: presentEndpoint,
});

const deleted = declareKeyed({
  path,
  tag: "Webhook endpoints",
  limit: "api",
  scope: "webhooks:write",
  operations: {
    DELETE: {
      id: "deleteWebhookEndpoint",
      summary: "Delete a webhook endpoint",
      description:
        "Extension. Deletes an endpoint that this key created, with its delivery log. It receives nothing more, and its secret stops working.",
      input: endpointPath(noInput),
    },
  },
  answer: {
    schema: DeletedEndpointAnswer,
    description: "The endpoint was deleted.",
    example: () => ({ id: EXAMPLE_ENDPOINT_ID, deleted: true }),
  },
  errors: ["not_found"],
  verb: async (ctx, { id }) => {
    await deleteEndpoint(ctx, { endpointId: id });
    return { id, deleted: true as const };
  },
  present: (result) => result,
});

export const [getWebhookEndpoint, updateWebhookEndpoint, deleteWebhookEndpoint] = onOnePath(found, updated, deleted);
