import { index, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, moment } from "./columns";

/**
 * Responses kept for 24 h. The scope is terminal and environment, or business and environment with a key for all
 * terminals, so that a retry after a key rotation finds it.
 */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    /** the merchant's, with a key for all terminals */
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    path: text("path").notNull(),
    key: text("key").notNull(),
    requestHash: bytea("request_hash").notNull(),
    /** the intent that the first request made or moved */
    intentId: uuid("intent_id").notNull(),
    /** the response body, repeated byte for byte */
    response: text("response").notNull(),
    createdAt: createdAt(),
    endsAt: moment("ends_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.terminalId, t.environment, t.path, t.key] }),
    // retention
    index("idempotency_keys_ends").on(t.endsAt),
  ],
);
