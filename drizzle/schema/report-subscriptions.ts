import { sql } from "drizzle-orm";
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, moment } from "./columns";
import { memberships } from "./memberships";

/** A member who receives the takings report by email; it ends with the membership. */
export const reportSubscriptions = pgTable(
  "report_subscriptions",
  {
    merchantId: uuid("merchant_id").notNull(),
    userId: uuid("user_id").notNull(),
    environment: text("environment", { enum: ["sandbox", "live"] }).notNull(),
    frequency: text("frequency", { enum: ["daily", "weekly", "monthly"] }).notNull(),
    /** the last day of the latest period that was sent or began before the subscription */
    sentThrough: date("sent_through").notNull(),
    /** when an engine looks again: the end of the next period, a retry, or the end of the time that a sender has */
    dueAt: moment("due_at").notNull(),
    /** failed attempts at the next period */
    failures: integer("failures").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId, t.environment] }),
    foreignKey({
      name: "report_subscriptions_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }).onDelete("cascade"),
    check("report_subscriptions_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("report_subscriptions_frequency", sql`${t.frequency} in ('daily', 'weekly', 'monthly')`),
    check("report_subscriptions_failures", sql`${t.failures} >= 0`),
    // the engine: the earliest first
    index("report_subscriptions_due").on(t.dueAt),
  ],
);
