import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { events } from "./events";
import { webhookEndpoints } from "./webhook-endpoints";

/** One event on its way to one endpoint. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    id: id(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpoints.id, { onDelete: "cascade" }),
    status: text("status").notNull().default("pending"),
    /** attempts begun so far, over every series */
    attempts: integer("attempts").notNull().default(0),
    /** attempts of earlier series: a resend starts a new series of six */
    seriesBase: integer("series_base").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").default(sql`now()`),
    /** an attempt is under way until then; its exact value is the right to record the result */
    leasedUntil: moment("leased_until"),
    lastStatus: integer("last_status"),
    lastError: text("last_error"),
    createdAt: createdAt(),
    endedAt: moment("ended_at"),
  },
  (t) => [
    unique("webhook_deliveries_once").on(t.eventId, t.endpointId),
    check("webhook_deliveries_status", sql`${t.status} in ('pending', 'delivered', 'failed')`),
    check("webhook_deliveries_due", sql`(${t.status} = 'pending') = (${t.nextAttemptAt} is not null)`),
    // claim, and the next due time: by endpoint, oldest first
    index("webhook_deliveries_endpoint_due").on(t.endpointId, t.nextAttemptAt).where(sql`status = 'pending'`),
    // an endpoint's delivery log, newest first
    index("webhook_deliveries_log").on(t.endpointId, t.createdAt, t.id),
    // an endpoint's failed deliveries: in its log, and what needs attention
    index("webhook_deliveries_failed").on(t.endpointId, t.createdAt).where(sql`status = 'failed'`),
    // count and resend what has failed in a period
    index("webhook_deliveries_ended").on(t.endpointId, t.endedAt, t.id).where(sql`status = 'failed'`),
  ],
);
