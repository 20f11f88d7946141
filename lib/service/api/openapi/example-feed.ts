import type { EventBody } from "@/lib/delivery/events/catalog";
import { newEventId } from "@/lib/delivery/events/event-id";
import { formatCursor } from "@/lib/delivery/feed/cursor";
import { presentFeed } from "@/lib/delivery/feed/present";
import { EXAMPLE_ID, exampleEvent } from "@/lib/service/api/openapi/examples";

const MERCHANT_ID = "0b9d3c52-8f1e-4a6d-9b7c-2e5f4a1d8c63";
const EPOCH = "5c1e7f0a-93d4-4e2b-8d6f-1b0a9c7e4f32";

/** A page with one event, from the functions that make the real ones. */
export function exampleFeed() {
  const body = exampleEvent("payment.success") as EventBody<"payment.success">;
  const { event: type, environment, terminal_id: terminalId } = body;
  const id = newEventId(type, EXAMPLE_ID);
  const createdAt = new Date(body.timestamp);
  const event = { id, type, createdAt, terminalId, body: JSON.stringify(body) };
  const place = { position: 42n, eventId: id, numberedAt: BigInt(createdAt.getTime()) * 1_000n, epoch: EPOCH };
  const next = formatCursor({ merchantId: MERCHANT_ID, environment, terminalId }, place);
  return presentFeed({ events: [event], hasMore: false, next, position: place.position });
}
