import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { json, moment } from "./columns";
import { webhookDeliveries } from "./webhook-deliveries";

export const webhookAttempts = pgTable(
  "webhook_attempts",
  {
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    startedAt: moment("started_at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** the signatures, from which and from the event all headers follow; in rows of earlier versions all headers */
    requestHeaders: json<Record<string, string>>("request_headers").notNull(),
    responseStatus: integer("response_status"),
    errorClass: text("error_class"),
    responseExcerpt: text("response_excerpt").notNull().default(""),
    nextAttemptAt: moment("next_attempt_at"),
  },
  (t) => [
    primaryKey({ columns: [t.deliveryId, t.number] }),
    // retention
    index("webhook_attempts_started").on(t.startedAt),
  ],
);
