import { z } from "zod";
import { ENVIRONMENTS } from "@/lib/base/context/context";
import { notifyWork } from "@/lib/base/db/listen";
import { conflict } from "@/lib/base/values/errors";
import { createEndpoint } from "@/lib/delivery/endpoints/create";
import { enableEndpoint } from "@/lib/delivery/endpoints/enable";
import { findRotation } from "@/lib/delivery/endpoints/find-rotation";
import { activateEndpointSecret, rotateEndpointSecret } from "@/lib/delivery/endpoints/rotate-secret";
import { EVENT_TYPES } from "@/lib/delivery/events/catalog";
import { DELIVERY_STATUSES, listDeliveries } from "@/lib/delivery/log/list-deliveries";
import { resendDelivery, resendFailed } from "@/lib/delivery/log/resend";
import { pingEndpoint } from "@/lib/delivery/sending/ping";
import { type Command, command, Flag, Text } from "@/scripts/admin/command";
import { operator, owning } from "@/scripts/admin/context";

const EventList = Text.transform((text) => text.split(",")).pipe(z.array(z.enum(EVENT_TYPES)));

export const WEBHOOK_COMMANDS: Record<string, Command> = {
  "create-webhook": command({
    what: "Creates a webhook endpoint for a business or one of its terminals.",
    options: {
      merchant: z.guid(),
      url: Text,
      environment: z.enum(ENVIRONMENTS).default("sandbox"),
      terminal: z.guid().optional(),
      events: EventList.optional(),
    },
    run: async (db, { merchant, url, environment, terminal, events }) => {
      const ctx = { ...operator(db), merchantId: merchant };
      const input = { environment, url, terminalId: terminal ?? null, eventTypes: events };
      const { id, secret } = await createEndpoint(ctx, input);
      return { endpoint_id: id, webhook_secret: secret };
    },
  }),
  "ping-webhook": command({
    what: "Sends a test event to an endpoint and shows the response.",
    options: { endpoint: z.guid() },
    run: async (db, { endpoint }) => {
      const answer = await pingEndpoint(await owning(db, "endpoint", endpoint), endpoint);
      await notifyWork(db);
      return {
        delivery_id: answer.deliveryId,
        delivered: answer.delivered,
        status: answer.status,
        error: answer.errorClass,
        duration_ms: answer.durationMs,
        answer: answer.excerpt,
      };
    },
  }),
  "list-deliveries": command({
    what: "Lists an endpoint's latest deliveries with their IDs, newest first.",
    options: {
      endpoint: z.guid(),
      status: z.enum(DELIVERY_STATUSES).optional(),
      limit: z.coerce.number().int().min(1).max(1_000).default(50),
    },
    run: async (db, { endpoint, status, limit }) => {
      const ctx = await owning(db, "endpoint", endpoint);
      const deliveries = await listDeliveries(ctx, { endpointId: endpoint, status, limit });
      return {
        endpoint_id: endpoint,
        deliveries: deliveries.map((delivery) => ({
          delivery_id: delivery.id,
          event_id: delivery.eventId,
          event: delivery.type,
          intent_id: delivery.intentId,
          status: delivery.status,
          attempts: delivery.attempts,
          last_status: delivery.lastStatus,
          last_error: delivery.lastError,
          next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
          created_at: delivery.createdAt.toISOString(),
        })),
      };
    },
  }),
  "resend-webhook": command({
    what: "Resends one delivery.",
    options: { delivery: z.guid() },
    run: async (db, { delivery }) => {
      await resendDelivery(await owning(db, "delivery", delivery), delivery);
      await notifyWork(db);
      return { delivery_id: delivery, status: "pending" };
    },
  }),
  "resend-failed": command({
    what: "Resends everything that failed at an endpoint since a given time (ISO 8601).",
    options: { endpoint: z.guid(), since: z.iso.datetime({ offset: true }) },
    run: async (db, { endpoint, since }) => {
      const resent = await resendFailed(await owning(db, "endpoint", endpoint), endpoint, new Date(since));
      await notifyWork(db);
      return { endpoint_id: endpoint, resent };
    },
  }),
  "enable-webhook": command({
    what: "Enables an endpoint that was disabled by a 410 or five days of failures.",
    options: { endpoint: z.guid() },
    run: async (db, { endpoint }) => {
      await enableEndpoint(await owning(db, "endpoint", endpoint), endpoint);
      return { endpoint_id: endpoint, enabled: true };
    },
  }),
  "rotate-webhook-secret": command({
    what: "Starts a secret rotation: a second secret signs alongside the first and replaces it after 24 hours. With --replace-pending, the second secret of a rotation in progress is replaced.",
    options: { endpoint: z.guid(), "replace-pending": Flag },
    run: async (db, { endpoint, "replace-pending": isReplacing }) => {
      const ctx = await owning(db, "endpoint", endpoint);
      const shown = await findRotation(ctx, endpoint);
      if (shown && !isReplacing)
        throw conflict(
          `A rotation is in progress. Its secret takes over at ${shown.toISOString()} and may already be on the server. Finish it with activate-webhook-secret, or add --replace-pending to replace that secret.`,
        );
      const { secret } = await rotateEndpointSecret(ctx, { endpointId: endpoint, shown });
      return { endpoint_id: endpoint, webhook_secret: secret };
    },
  }),
  "activate-webhook-secret": command({
    what: "Finishes a secret rotation: only the second secret signs from now on.",
    options: { endpoint: z.guid() },
    run: async (db, { endpoint }) => {
      const ctx = await owning(db, "endpoint", endpoint);
      const shown = await findRotation(ctx, endpoint);
      if (shown) await activateEndpointSecret(ctx, { endpointId: endpoint, shown });
      return { endpoint_id: endpoint, activated: true };
    },
  }),
};
