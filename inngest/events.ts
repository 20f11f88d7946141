import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { z } from "zod";
import type { PendingDelivery } from "@/lib/delivery/sending/pending";

/** The events sent to Inngest. Each names a row, and the work is read from that row when it is due. */

const IntentRef = z.object({ intentId: z.guid() });

export const intentCreated = eventType("till/intent.created", {
  schema: IntentRef.extend({ expiresAt: z.iso.datetime() }),
});

export const demoCreated = eventType("till/demo.created", {
  schema: IntentRef.extend({ dueAt: z.iso.datetime().optional() }),
});

export const intentSettled = eventType("till/intent.settled", { schema: IntentRef });

export const deliveryQueued = eventType("till/delivery.queued", {
  schema: z.object({ deliveryId: z.guid(), endpointId: z.guid() }),
});

export const webhooksDue = eventType("till/webhooks.due", { schema: z.object({ at: z.iso.datetime() }) });

// Inngest drops an event whose id it has seen in the last 24 hours, so an id identifies the work, not the notification.

export const tellCreated = (intentId: string, expiresAt: Date) =>
  intentCreated.create({ intentId, expiresAt: expiresAt.toISOString() }, { id: `expire:${intentId}` });

export const tellDemo = (intentId: string, dueAt: Date) =>
  demoCreated.create({ intentId, dueAt: dueAt.toISOString() }, { id: `demo:${intentId}` });

export const tellSettled = (intentId: string) => intentSettled.create({ intentId }, { id: `settled:${intentId}` });

export const tellDelivery = (delivery: PendingDelivery) =>
  deliveryQueued.create(
    { deliveryId: delivery.id, endpointId: delivery.endpointId },
    { id: `deliver:${delivery.id}:${delivery.seriesBase}` },
  );

/** Identifies no work, so each one is unique. */
export const tellDue = () => webhooksDue.create({ at: new Date().toISOString() }, { id: `due:${randomUUID()}` });

type Tell = typeof tellCreated | typeof tellDemo | typeof tellSettled | typeof tellDelivery | typeof tellDue;
export type TillEvent = ReturnType<Tell>;
