import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { merchants } from "./merchants";

/** A problem that people are notified of: the row is open until it is over. */
export const alarms = pgTable(
  "alarms",
  {
    id: id(),
    /** null: concerns the whole installation */
    merchantId: uuid("merchant_id").references(() => merchants.id),
    /** null with the merchant */
    environment: text("environment", { enum: ["sandbox", "live"] }),
    kind: text("kind").notNull(),
    /** which of several of its kind: an endpoint, a provider */
    subject: text("subject").notNull().default(""),
    message: text("message").notNull(),
    /** the page that shows it, from the public URL; null for the operator's */
    path: text("path"),
    /** people are notified again each time it grows */
    level: integer("level").notNull().default(1),
    /** when the business's endpoints were last told; null: not yet */
    announcedAt: moment("announced_at"),
    /** what people are told when it is over */
    ending: text("ending"),
    raisedAt: moment("raised_at").notNull().default(sql`now()`),
    /** the last look that found the problem */
    lastSeenAt: moment("last_seen_at").notNull().default(sql`now()`),
    /** it came back soon after its end, and people who know of it haven't been told again; null: not since they were */
    reopenedAt: moment("reopened_at"),
    clearedAt: moment("cleared_at"),
  },
  (t) => [
    check("alarms_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("alarms_scope", sql`(${t.merchantId} is null) = (${t.environment} is null)`),
    // one notification a cause
    uniqueIndex("alarms_one_open")
      .on(
        sql`coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid)`,
        sql`coalesce(environment, '')`,
        t.kind,
        t.subject,
      )
      .where(sql`cleared_at is null`),
    // retention; what ended a short time ago
    index("alarms_cleared").on(t.clearedAt).where(sql`cleared_at is not null`),
  ],
);
