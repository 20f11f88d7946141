import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns";
import { memberships } from "./memberships";

/** A member who receives the accounting export of each month by email; it ends with the membership. */
export const bookSubscriptions = pgTable(
  "book_subscriptions",
  {
    merchantId: uuid("merchant_id").notNull(),
    userId: uuid("user_id").notNull(),
    environment: text("environment", { enum: ["sandbox", "live"] }).notNull(),
    /** the last day of the latest month that was sent or had ended before the subscription */
    sentThrough: date("sent_through").notNull(),
    /** when an engine looks again: after the next month, a retry, or the end of the time that a sender has */
    dueAt: moment("due_at").notNull(),
    /** failed attempts at the next month */
    failures: integer("failures").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ name: "book_subscriptions_pk", columns: [t.merchantId, t.userId, t.environment] }),
    foreignKey({
      name: "book_subscriptions_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }).onDelete("cascade"),
    check("book_subscriptions_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("book_subscriptions_failures", sql`${t.failures} >= 0`),
    // the engine: the earliest first
    index("book_subscriptions_due").on(t.dueAt),
  ],
);
