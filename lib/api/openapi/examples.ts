import type { Environment } from "@/lib/context";
import { checkoutUri } from "@/lib/intents/links";
import { presentCreated, presentDemo, presentStatus } from "@/lib/intents/present";
import type { IntentStatus } from "@/lib/intents/state";
import { serializeSalesReport } from "@/lib/reports/present";
import {
  type EventBody,
  type EventType,
  intentCreated,
  intentEnded,
  originOf,
  paymentSuccess,
} from "@/lib/webhooks/events";
import { deliveryHeaders } from "@/lib/webhooks/sign";

/*
 * What the examples show is made by the functions that make the real answers, events and signatures.
 */

const CREATED_AT = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-01T12:04:31.208Z");

const INTENT = {
  id: "7d9f2b52-6d5c-4b0f-9a54-0f7a3c8e1b11",
  terminalId: "b2b9f7b4-5d0c-4c43-9c39-2f4c1a0c9d55",
  terminalName: "Front desk",
  environment: "sandbox" as Environment,
  amountMicros: 12_500_000n,
  expiresAt: new Date("2026-03-01T12:30:00.000Z"),
  reference: "order-1042",
  metadata: { cart: "8812" },
};

export const EXAMPLE_ID = INTENT.id;

export const exampleCreated = () => presentCreated(INTENT);

export const exampleStatus = (status: IntentStatus) => presentStatus({ ...INTENT, status });

export const exampleDemo = () => presentDemo({ ...INTENT, amountMicros: 4_200_000n, reference: null, metadata: null });

export const exampleReport = (): unknown =>
  JSON.parse(
    serializeSalesReport({
      merchantName: "Corner Bookshop",
      terminalName: INTENT.terminalName,
      start: new Date("2026-03-01T00:00:00.000Z"),
      end: new Date("2026-03-02T00:00:00.000Z"),
      totalMicros: 1_234_567_891n,
      salesCount: 37n,
    }),
  );

export function exampleEvent(type: EventType): EventBody<EventType> {
  const rotated: EventBody<"key.rotated"> = {
    event: "key.rotated",
    terminal_id: INTENT.terminalId,
    ...originOf(INTENT.environment),
    rotated_at: LATER.toISOString(),
    last4: "x7Qd",
  };
  const ping: EventBody<"test.ping"> = {
    event: "test.ping",
    message: "This is a test of your webhook endpoint.",
    request_id: "9f8b4f0e-5a0d-4d0c-8f0a-1d2e3f4a5b6c",
    ...originOf(INTENT.environment),
    timestamp: LATER.toISOString(),
  };
  switch (type) {
    case "payment.success":
      return paymentSuccess({ ...INTENT, transferId: "6f1c2f4e-30a2-4b0e-8a51-7f2d2f4f6a11" }, LATER);
    case "intent.created":
      return intentCreated({ ...INTENT, checkoutUri: checkoutUri(INTENT.id) }, CREATED_AT);
    case "payment.expired":
      return intentEnded("payment.expired", INTENT, INTENT.expiresAt);
    case "intent.cancelled":
      return intentEnded("intent.cancelled", INTENT, LATER);
    case "key.rotated":
      return rotated;
    case "test.ping":
      return ping;
  }
}

/** The secret that the examples are signed with; nobody's. */
export const EXAMPLE_SECRET = `whsec_${Buffer.from("an example secret, 32 bytes long").toString("base64")}`;

/** The headers of a first attempt to deliver the example of an event. */
export function exampleHeaders(type: EventType): Record<string, string> {
  return deliveryHeaders({
    eventId: "0d4f6c1e-8b7a-4f4e-9a35-3c5f1c2b7e90",
    eventType: type,
    environment: INTENT.environment,
    body: JSON.stringify(exampleEvent(type)),
    secrets: { primary: EXAMPLE_SECRET, next: null },
    now: LATER,
  });
}
