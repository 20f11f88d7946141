import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { isStorable } from "@/lib/base/values/storable-text";
import { DISABLED_REASONS } from "@/lib/delivery/endpoints/health";
import { DEFAULT_EVENT_TYPES, EVENT_TYPES, type EventType, TEST_EVENT } from "@/lib/delivery/events/catalog";

/*
 * Webhook endpoints as keys create, change and see them by API.
 */

/** Every event but the test event, which an endpoint receives whether it is subscribed or not. */
export type SubscribedType = Exclude<EventType, typeof TEST_EVENT>;
export const isSubscribed = (type: EventType): type is SubscribedType => type !== TEST_EVENT;
export const SUBSCRIBED_TYPES = EVENT_TYPES.filter(isSubscribed);
export const DEFAULT_SUBSCRIBED_TYPES = DEFAULT_EVENT_TYPES.filter(isSubscribed);

const EXAMPLE_TERMINAL = "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55";
const DEFAULTS = DEFAULT_SUBSCRIBED_TYPES.map((type) => `\`${type}\``).join(", ");

const Url = z.string().refine(isStorable, { error: "must not contain NUL characters or unpaired surrogates" });
// "each once" is in words only: some client generators write a set that doesn't compile
const EventTypes = z
  .array(z.enum(SUBSCRIBED_TYPES))
  .min(1)
  .refine((types) => new Set(types).size === types.length, { error: "must not contain one twice" });

const url = { description: "Where events are sent, up to 2,048 characters. Live endpoints use HTTPS." };
const URL_EXAMPLE = { examples: ["https://shop.example/webhooks"] };

export const KeyEndpointId = z.object({
  id: z.guid().meta({ description: "ID of the endpoint.", examples: ["e2d4b6a8-1c3f-4e5a-8b7d-9f0c2e4a6b8d"] }),
});

export const PostEndpointInput = z
  .object({
    url: Url.meta({ ...url, ...URL_EXAMPLE }),
    event_types: EventTypes.nullish().meta({
      description: `The events to send, each once. Default: ${DEFAULTS}.`,
      examples: [["payment.success", "payment.expired"]],
    }),
    terminal_id: z
      .guid()
      .nullish()
      .meta({
        description:
          "Send only the events of this terminal. Default: the key's terminal, or all terminals with a key for all terminals.",
        examples: [EXAMPLE_TERMINAL],
      }),
  })
  .meta({ id: "CreateWebhookEndpoint", description: "The endpoint to create. Unknown fields are ignored." });
export type PostEndpointInput = z.infer<typeof PostEndpointInput>;

export const PatchEndpointInput = z
  .object({
    url: Url.nullish().meta({ ...url, ...URL_EXAMPLE }),
    event_types: EventTypes.nullish().meta({
      description: "The events to send from now on, each once.",
      examples: [["payment.success", "payment.expired"]],
    }),
    enabled: z.boolean().nullish().meta({
      description:
        "`false` stops deliveries: pending ones end, and new events are kept as failed. `true` starts them again.",
    }),
  })
  .meta({
    id: "UpdateWebhookEndpoint",
    description: "What to change, at least one field. What you leave out stays as it is.",
  });
export type PatchEndpointInput = z.infer<typeof PatchEndpointInput>;

const ENDPOINT = {
  id: z.guid().meta({ description: "ID of the endpoint." }),
  url: z.string().meta({ description: "Where events are sent." }),
  event_types: z.array(z.enum(SUBSCRIBED_TYPES)).meta({ description: "The events that are sent." }),
  terminal_id: z.guid().nullable().meta({ description: "The terminal whose events are sent; null for all terminals." }),
  environment: z.enum(ENVIRONMENTS).meta({ description: "`sandbox`: no real funds. `live`: real USDT." }),
  livemode: z.boolean().meta({ description: "`true` for live, `false` for sandbox." }),
  status: z.enum(["enabled", "disabled"]).meta({ description: "A disabled endpoint receives nothing." }),
  disabled_reason: z.enum(DISABLED_REASONS).nullable().meta({
    description:
      "`gone`: it responded with 410. `failing`: every delivery failed for 5 days. `manual`: disabled in the dashboard. `api`: disabled by API. Null while enabled.",
  }),
  failing_since: z.iso
    .datetime()
    .nullable()
    .meta({ description: "Since when every delivery has failed; null if the last one succeeded, or while disabled." }),
  created_at: z.iso.datetime().meta({ description: "When it was created." }),
};

const SECRET = "The signing secret, which verifies that webhooks are genuine. It is returned only here.";

export const EndpointAnswer = z
  .object(ENDPOINT)
  .meta({ id: "WebhookEndpoint", description: "A webhook endpoint that this key created." });

export const EndpointListAnswer = z
  .object({
    data: z.array(EndpointAnswer).meta({ description: "The endpoints that this key created, oldest first." }),
    has_more: z.boolean().meta({ description: "Always `false`: a key has at most 5 endpoints." }),
    next: z.string().nullable().meta({ description: "Always null: there is no next page." }),
  })
  .meta({ id: "WebhookEndpointList", description: "The endpoints that this key created." });

export const CreatedEndpointAnswer = z
  .object({
    ...ENDPOINT,
    created: z.boolean().meta({ description: "`false` if the key had created this endpoint before." }),
    secret: z
      .string()
      .optional()
      .meta({ description: `${SECRET} Not there if \`created\` is \`false\`.` }),
  })
  .meta({ id: "CreatedWebhookEndpoint", description: "A new endpoint with its secret, or the one from before." });

export const RotatedEndpointAnswer = z
  .object({
    ...ENDPOINT,
    secret: z.string().meta({ description: `The new secret. ${SECRET}` }),
    takes_over_at: z.iso.datetime().meta({
      description: "From then on, only the new secret signs. Until then, `webhook-signature` has both signatures.",
    }),
  })
  .meta({ id: "RotatedWebhookEndpoint", description: "An endpoint with its new secret." });

export const DeletedEndpointAnswer = z
  .object({ id: z.guid().meta({ description: "ID of the endpoint." }), deleted: z.literal(true) })
  .meta({ id: "DeletedWebhookEndpoint", description: "The endpoint is deleted." });

export const TestEventAnswer = z
  .object({
    event_id: z.guid().meta({ description: "ID of the test event." }),
    status: z.enum(["delivered", "failed"]).meta({ description: "`delivered` if your server responded with a 2xx." }),
    response_status: z
      .number()
      .int()
      .nullable()
      .meta({ description: "HTTP status of the response; null if there was none.", type: ["integer", "null"] }),
    error: z.string().nullable().meta({
      description:
        "What went wrong, for example `http_status`, `redirect`, `timeout`, `refused`, `dns` or `tls`; null if the event was delivered.",
    }),
  })
  .meta({ id: "TestEventResult", description: "How your server responded to the test event." });
