import { KeyEndpointId, SUBSCRIBED_TYPES } from "@/lib/delivery/endpoints/key-schemas";
import { type Input, pathOf } from "@/lib/service/api/input";

const ENDPOINT_ID = {
  code: "invalid_id",
  fields: { id: { rule: "the uuid of a webhook endpoint, for example e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d" } },
} as const;

/** Reads the ID of a webhook endpoint in the path, and then what `input` reads. */
export const endpointPath = <I extends object | undefined>(input: Input<I>) =>
  pathOf(KeyEndpointId, ENDPOINT_ID, input);

/** How endpoints read the settings of a webhook endpoint. */
export const ENDPOINT_FIELDS = {
  url: { rule: "a full URL that starts with https:// or http://, for example https://shop.example/webhooks" },
  event_types: { rule: `a list of one or more of these events, each once: ${SUBSCRIBED_TYPES.join(", ")}` },
} as const;
