import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** Authenticated API calls, without bodies, keys or query strings; kept for 30 days. */
export const apiRequests = pgTable(
  "api_requests",
  {
    id: uuid("id").primaryKey(),
    merchantId: uuid("merchant_id").notNull(),
    /** null: a key for all terminals */
    terminalId: uuid("terminal_id"),
    /** a terminal's key, or a restricted one */
    keyId: uuid("key_id").notNull(),
    environment: text("environment").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    status: integer("status").notNull(),
    code: text("code"),
    // the sentence of the error, as it was answered
    error: text("error"),
    durationMicros: integer("duration_us").notNull(),
    address: text("address").notNull(),
    createdAt: moment("created_at").notNull(),
  },
  (t) => [
    // the request log, newest first; reset of a sandbox
    index("api_requests_log").on(t.merchantId, t.environment, t.createdAt, t.id),
    // the request log, refused calls only
    index("api_requests_errors").on(t.merchantId, t.environment, t.createdAt, t.id).where(sql`status >= 400`),
    // retention
    index("api_requests_created").on(t.createdAt),
  ],
);
