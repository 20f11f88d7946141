import type { RouteConfig } from "@asteasolutions/zod-to-openapi";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import {
  DEFAULT_EVENT_TYPES,
  EVENT_BODIES,
  EVENT_TYPES,
  type EventType,
  TEST_EVENT,
} from "@/lib/delivery/events/catalog";
import { exampleEvent, exampleHeaders } from "@/lib/service/api/openapi/examples";
import type { JsonSchema, Parameter } from "@/lib/service/api/openapi/shape";

export const eventOperations = () => EVENT_TYPES.map(event);

const TEXTS: Record<EventType, { operationId: string; summary: string; description: string }> = {
  "payment.success": {
    operationId: "onPaymentSuccess",
    summary: "Payment succeeded",
    description:
      "Sent when an intent is paid, by settled transfers in live or by a simulation in sandbox. Fulfil the order when you receive this event.",
  },
  "intent.created": {
    operationId: "onIntentCreated",
    summary: "Intent created",
    description: "Sent when an intent is created.",
  },
  "payment.expired": {
    operationId: "onPaymentExpired",
    summary: "Payment expired",
    description: "Sent when a pending intent expires without being paid.",
  },
  "key.rotated": {
    operationId: "onKeyRotated",
    summary: "API key rotated",
    description: "Sent when a terminal's API key is rotated.",
  },
  "test.ping": {
    operationId: "onTestPing",
    summary: "Test event",
    description:
      "Sent once to one endpoint when you select *Send test event* in the dashboard or send a test event by API.",
  },
  "intent.cancelled": {
    operationId: "onIntentCancelled",
    summary: "Intent cancelled",
    description: "Sent when the business cancels a pending intent.",
  },
  "attention.opened": {
    operationId: "onAttentionOpened",
    summary: "Payment needs attention",
    description:
      "Sent when a live transfer doesn't match its intent: the intent expired partially paid or was overpaid; the transfer arrived late, after a cancellation, after the intent was already paid, or at an address without a pending intent; or the TRON nodes disagree about it. No intent changes its status. Sent again with the same `item_id` if a payment for the remaining amount ends unpaid, or if more arrives after a partially paid intent has expired.",
  },
  "attention.resolved": {
    operationId: "onAttentionResolved",
    summary: "Attention item resolved",
    description:
      "Sent when someone resolves the item of an `attention.opened` event, when its refund appears on the blockchain, or when it resolves itself.",
  },
  "alarm.raised": {
    operationId: "onAlarmRaised",
    summary: "Alarm raised",
    description:
      "Sent when a problem lasts for more than a minute: an endpoint keeps failing, the receiving wallet needs attention, or live payments are delayed. Sent again with the same `alarm_id` if the problem gets worse, or if it returns within an hour after its end and lasts for another hour. A failing endpoint gets it once it responds again, so subscribe another one.",
  },
  "alarm.cleared": {
    operationId: "onAlarmCleared",
    summary: "Alarm cleared",
    description: "Sent when the problem of an `alarm.raised` event hasn't been seen for ten minutes.",
  },
  "refund.prepared": {
    operationId: "onRefundPrepared",
    summary: "Refund prepared",
    description:
      "Sent when a refund has an amount and a recipient, and again when one that failed is prepared again. Someone of the business signs it next.",
  },
  "refund.sent": {
    operationId: "onRefundSent",
    summary: "Refund sent",
    description: "Sent when the refund's transfer is final on the blockchain, or was simulated in sandbox.",
  },
  "refund.failed": {
    operationId: "onRefundFailed",
    summary: "Refund failed",
    description:
      "Sent when the refund's transaction failed or expired, so that no money moved. The same refund can be prepared again.",
  },
  "refund.cancelled": {
    operationId: "onRefundCancelled",
    summary: "Refund cancelled",
    description: "Sent when a refund is cancelled before it was sent.",
  },
};

const OPT_IN = "Extension, opt-in: only sent to endpoints that subscribe to it.";

function event(type: EventType): RouteConfig {
  const body = { schema: EVENT_BODIES[type], example: exampleEvent(type) };
  const { operationId, summary, description } = TEXTS[type];
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
    responses: type === TEST_EVENT ? TEST_RESPONSES : RESPONSES,
  };
}

const RESPONSES = {
  "2XX": { description: "Received. The event isn't sent to this endpoint again." },
  "410": { description: "Disables this endpoint until someone enables it again." },
  default: {
    description:
      "Any other status, including redirects, or no response within 10 seconds: the same bytes are sent again later with the same event ID. A `Retry-After` header can extend the delay.",
  },
};

const TEST_RESPONSES = {
  "2XX": { description: "Received." },
  "410": { description: "The test failed. The endpoint stays enabled." },
  default: {
    description:
      "Any other status, including redirects, or no response within 10 seconds: the test failed. It isn't sent again.",
  },
};

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
    header("X-Service-Event", "The event type, as in the body.", text({ enum: [type] })),
    header(
      "X-Service-Event-Id",
      "The event ID, the same for every attempt. `X-Service-Signature` doesn't cover it.",
      text({ format: "uuid" }),
    ),
    header("X-Service-Environment", "The environment, as in the body.", text({ enum: [...ENVIRONMENTS] })),
    header("X-Service-Livemode", "`true` or `false`, as a string.", text({ enum: ["true", "false"] })),
    header(
      "webhook-id",
      "Extension from Standard Webhooks: the event ID, covered by `webhook-signature`.",
      text({ format: "uuid" }),
    ),
    header(
      "webhook-timestamp",
      "Extension from Standard Webhooks: the time of this attempt as a Unix timestamp in seconds.",
      text({ pattern: "^[0-9]+$" }),
    ),
    header(
      "webhook-signature",
      "Extension from Standard Webhooks: one signature for each active secret, separated by spaces.",
      text({ pattern: "^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$" }),
    ),
  ];
}
