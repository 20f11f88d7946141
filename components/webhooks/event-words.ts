import type { EventType } from "@/lib/webhooks/events";

/** When each event is sent, in the words of a shop. */
export const EVENT_WORDS: Record<EventType, string> = {
  "payment.success": "A payment is paid. Deliver the goods on this one and on nothing else.",
  "intent.created": "A payment was asked for.",
  "payment.expired": "The time of a payment ran out before it was paid.",
  "key.rotated": "A terminal's key was replaced.",
  "test.ping": "Somebody pressed Send test ping.",
  "intent.cancelled": "A payment was cancelled before it was paid.",
  "attention.opened": "Live money came that needs your decision.",
  "attention.resolved": "A decision about live money was made.",
};
