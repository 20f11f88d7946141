import { sql } from "drizzle-orm";
import { bigint, boolean, check, foreignKey, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { alarms } from "./alarms";
import { createdAt, id, moment } from "./columns";
import { notificationPreferences } from "./notification-preferences";

/** What waits to be sent to one person or the operator on one channel; it is deleted once it is sent. */
export const notifications = pgTable(
  "notifications",
  {
    id: id(),
    channel: text("channel", { enum: ["email", "telegram", "webhook"] }).notNull(),
    /** null: to the operator */
    merchantId: uuid("merchant_id"),
    userId: uuid("user_id"),
    environment: text("environment", { enum: ["sandbox", "live"] }),
    kind: text("kind").notNull(),
    alarmId: uuid("alarm_id").references(() => alarms.id, { onDelete: "cascade" }),
    /** of an alarm */
    phase: text("phase", { enum: ["raised", "cleared"] }),
    /** of a payment: its intent; of one that needs attention: the item */
    subjectId: uuid("subject_id"),
    /** of an item: its kind */
    detail: text("detail"),
    amountMicros: bigint("amount_micros", { mode: "bigint" }),
    /** when it is sent at the earliest, a retry, or the end of the time that a sender has */
    dueAt: moment("due_at").notNull(),
    /** a sender has taken it */
    claimedAt: moment("claimed_at"),
    /** held back until the recipient's quiet hours end */
    isQuiet: boolean("is_quiet").notNull().default(false),
    failures: integer("failures").notNull().default(0),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: "notifications_member",
      columns: [t.merchantId, t.userId, t.environment],
      foreignColumns: [
        notificationPreferences.merchantId,
        notificationPreferences.userId,
        notificationPreferences.environment,
      ],
    }).onDelete("cascade"),
    check("notifications_channel", sql`${t.channel} in ('email', 'telegram', 'webhook')`),
    check("notifications_phase", sql`(${t.alarmId} is null) = (${t.phase} is null)`),
    // the sender: the earliest first
    index("notifications_due").on(t.dueAt),
    // all that one recipient gets in one message; foreign key
    index("notifications_recipient").on(t.merchantId, t.userId, t.environment, t.channel),
    // foreign key
    index("notifications_alarm").on(t.alarmId).where(sql`alarm_id is not null`),
  ],
);
