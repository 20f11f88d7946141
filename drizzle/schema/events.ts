import { sql } from "drizzle-orm";
import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, xid8 } from "./columns";
import { merchants } from "./merchants";

export const events = pgTable(
  "events",
  {
    /** X-Service-Event-Id, the same over every attempt and resend */
    id: uuid("id").primaryKey(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    terminalId: uuid("terminal_id"),
    intentId: uuid("intent_id"),
    environment: text("environment").notNull(),
    type: text("type").notNull(),
    /** serialised once; each attempt signs and sends these bytes */
    body: text("body").notNull(),
    createdAt: createdAt(),
    /** the transaction that wrote it, by which the feed finds what has been committed; null: from before the feed */
    xid: xid8("xid").default(sql`pg_current_xact_id()`),
  },
  (t) => [
    // an intent's timeline
    index("events_intent").on(t.intentId),
    // reset of a sandbox: events that belong to no payment, such as tests of an endpoint
    index("events_without_intent").on(t.merchantId, t.environment).where(sql`intent_id is null`),
    // retention; live feed: events of the last seconds
    index("events_created").on(t.createdAt),
    // numbering for the feed
    index("events_xid").on(t.xid).where(sql`xid is not null`),
  ],
);
