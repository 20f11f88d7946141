import type { EventType } from "@/lib/delivery/events/catalog";
import type { PaymentEvent, PaymentTimeline, PaymentTransfer } from "@/lib/payments/timeline/timeline";
import { refundEntries } from "./refund-entries";
import type { TimelineEntry } from "./timeline-entry";
import { inCausalOrder } from "./timeline-order";

/** Everything that happened to a payment, causes before effects; each event belongs to the change it reports. */
export function timelineEntries(timeline: PaymentTimeline): TimelineEntry[] {
  const { payment, transfers, events, acts, chain, refunds } = timeline;
  const of = (...types: EventType[]) => events.filter((event) => types.includes(event.type));
  const entries: TimelineEntry[] = [
    {
      kind: "created",
      at: payment.createdAt,
      by: acts.find((act) => ["intent.test_created", "intent.charged"].includes(act.action)),
      events: of("intent.created"),
    },
    ...transfers.flatMap(arrivalOf),
    ...(chain?.sightings ?? []).map((sighting) => ({
      kind: "seen" as const,
      at: sighting.seenAt,
      id: sighting.id,
      transfer: null,
      sighting,
    })),
    ...of("attention.opened", "attention.resolved").map(attentionOf),
    ...refunds.flatMap((refund) => refundEntries(refund, events)),
    ...acts
      .filter((act) => act.action === "intent.simulated")
      .map((act) => ({ kind: "act" as const, at: act.at, act })),
  ];
  if (payment.status === "pending") entries.push({ kind: "expires", at: payment.expiresAt });
  else if (payment.endedAt) {
    entries.push({
      kind: "ended",
      at: payment.endedAt,
      status: payment.status,
      by: acts.find((act) => act.action === "intent.cancelled"),
      events: of("payment.success", "payment.expired", "intent.cancelled"),
    });
  }
  return inCausalOrder(entries, timeline);
}

/** A real transfer is in a block first and recorded once that block is final; a simulated one is both at once. */
function arrivalOf(transfer: PaymentTransfer): TimelineEntry[] {
  if (transfer.network === "sandbox") return [{ kind: "transfer", at: transfer.occurredAt, transfer }];
  return [
    { kind: "seen", at: transfer.occurredAt, id: `${transfer.id} seen`, transfer, sighting: null },
    { kind: "transfer", at: transfer.createdAt, transfer },
  ];
}

/** An item that was open before opens again when its remaining amount was requested and not paid. */
function attentionOf(event: PaymentEvent, index: number, all: PaymentEvent[]): TimelineEntry {
  const isKnown = all.slice(0, index).some((earlier) => earlier.itemId === event.itemId);
  return { kind: "attention", at: event.createdAt, isAgain: isKnown, event };
}
