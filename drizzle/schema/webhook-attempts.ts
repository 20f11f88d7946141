import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, json, moment } from "./columns";
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
    /**
     * 32 bytes each, X-Service-Signature first; with the event and the start, all headers follow. null: nothing was
     * sent
     */
    signatures: bytea("signatures"),
    /** of rows of earlier versions: the two signature headers, or all headers */
    requestHeaders: json<Record<string, string>>("request_headers").notNull().default(sql`'{}'`),
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
