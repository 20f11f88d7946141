import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { alarms } from "./alarms";
import { id, moment } from "./columns";
import { notificationPreferences } from "./notification-preferences";

/** Who was told on which channel that an alarm began. They are told of its end, and no one else is. */
export const alarmRecipients = pgTable(
  "alarm_recipients",
  {
    id: id(),
    alarmId: uuid("alarm_id")
      .notNull()
      .references(() => alarms.id, { onDelete: "cascade" }),
    channel: text("channel", { enum: ["email", "telegram", "webhook"] }).notNull(),
    /** null: the operator */
    merchantId: uuid("merchant_id"),
    userId: uuid("user_id"),
    environment: text("environment", { enum: ["sandbox", "live"] }),
    /** the message about the end was queued */
    endedAt: moment("ended_at"),
  },
  (t) => [
    foreignKey({
      name: "alarm_recipients_member",
      columns: [t.merchantId, t.userId, t.environment],
      foreignColumns: [
        notificationPreferences.merchantId,
        notificationPreferences.userId,
        notificationPreferences.environment,
      ],
    }).onDelete("cascade"),
    check("alarm_recipients_channel", sql`${t.channel} in ('email', 'telegram', 'webhook')`),
    // told once; the operator's rows name no one
    uniqueIndex("alarm_recipients_once").on(
      t.alarmId,
      t.channel,
      sql`coalesce(merchant_id::text || user_id::text || environment, '')`,
    ),
    // foreign key
    index("alarm_recipients_person").on(t.merchantId, t.userId, t.environment),
  ],
);
