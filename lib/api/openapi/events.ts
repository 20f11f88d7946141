import type { RouteConfig } from "@asteasolutions/zod-to-openapi";
import { exampleEvent, exampleHeaders } from "@/lib/api/openapi/examples";
import type { JsonSchema, Parameter } from "@/lib/api/openapi/shape";
import { ENVIRONMENTS } from "@/lib/context";
import { DEFAULT_EVENT_TYPES, EVENT_BODIES, EVENT_TYPES, type EventType } from "@/lib/webhooks/events";

export const eventOperations = () => EVENT_TYPES.map(event);

const WORDS: Record<EventType, { operationId: string; summary: string; description: string }> = {
  "payment.success": {
    operationId: "onPaymentSuccess",
    summary: "An intent is paid",
    description: "Sent when an intent is paid: settled in live, simulated in sandbox. Deliver the goods on this one.",
  },
  "intent.created": {
    operationId: "onIntentCreated",
    summary: "An intent was created",
    description: "Sent when an intent was created.",
  },
  "payment.expired": {
    operationId: "onPaymentExpired",
    summary: "An intent expired unpaid",
    description: "Sent when a pending intent reached its expiry unpaid.",
  },
  "key.rotated": {
    operationId: "onKeyRotated",
    summary: "An API key was rotated",
    description: "Sent when a terminal's API key was rotated.",
  },
  "test.ping": {
    operationId: "onTestPing",
    summary: "A test of an endpoint",
    description: "Sent to one endpoint by *Send test ping* in the dashboard.",
  },
  "intent.cancelled": {
    operationId: "onIntentCancelled",
    summary: "An intent was cancelled",
    description: "Sent when a pending intent was cancelled by its merchant.",
  },
  "attention.opened": {
    operationId: "onAttentionOpened",
    summary: "Live money needs a decision",
    description:
      "Sent when live money did something else than was asked of it: part of an amount when the intent expired, more than the amount, or a transfer that came late, after a cancellation, after the payment, at an address that waited for nothing, or that the blockchain providers disagree about. It changes no intent's status. Sent again with the same `item_id` when a payment that requested the remaining amount ends unpaid.",
  },
  "attention.resolved": {
    operationId: "onAttentionResolved",
    summary: "A decision about live money was made",
    description:
      "Sent when somebody has decided what `attention.opened` told of, when a prepared refund was seen to leave, or when it settled itself.",
  },
};

const OPT_IN = "Extension, opt-in: only endpoints that ask for it get it.";

function event(type: EventType): RouteConfig {
  const body = { schema: EVENT_BODIES[type], example: exampleEvent(type) };
  const { operationId, summary, description } = WORDS[type];
  return {
    method: "post",
    path: type,
    operationId,
    summary,
    description: DEFAULT_EVENT_TYPES.includes(type) ? description : `${OPT_IN} ${description}`,
    tags: ["Webhooks"],
    security: [],
    parameters: headersOf(type),
    request: { body: { required: true, content: { "application/json": body } } },
    responses: {
      "2XX": { description: "Received. The event is not sent to this endpoint again." },
      "410": {
        description: "This endpoint wants nothing more: it is switched off until somebody switches it on again.",
      },
      default: {
        description:
          "Anything else, a redirect included, and no answer within 10 seconds: sent again later, the same bytes with the same event id. A `Retry-After` header may lengthen the pause.",
      },
    },
  };
}

function headersOf(type: EventType): Parameter[] {
  const examples = exampleHeaders(type);
  const header = (name: string, description: string, schema: JsonSchema): Parameter => {
    return { name, in: "header", required: true, description, schema, example: examples[name] };
  };
  const text = (schema: JsonSchema = {}): JsonSchema => ({ type: "string", ...schema });
  return [
    header(
      "X-Service-Signature",
      "Hex HMAC-SHA256 of the raw body, keyed with the endpoint's webhook secret.",
      text({ pattern: "^[0-9a-f]{64}$" }),
    ),
    header("X-Service-Event", "The event's type, as in the body.", text({ enum: [type] })),
    header(
      "X-Service-Event-Id",
      "The event's id: the same in every attempt, so act once on each.",
      text({ format: "uuid" }),
    ),
    header("X-Service-Environment", "The environment, as in the body.", text({ enum: [...ENVIRONMENTS] })),
    header("X-Service-Livemode", "`true` or `false`, as text.", text({ enum: ["true", "false"] })),
    header("webhook-id", "Extension, by Standard Webhooks: the event's id again.", text({ format: "uuid" })),
    header(
      "webhook-timestamp",
      "Extension, by Standard Webhooks: when this attempt was made, in seconds since 1970.",
      text({ pattern: "^[0-9]+$" }),
    ),
    header(
      "webhook-signature",
      "Extension, by Standard Webhooks: one signature for each secret in use, separated by a space.",
      text({ pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$" }),
    ),
  ];
}
