import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { memberships } from "./memberships";

/** What a member is notified of, where and when; it ends with the membership. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    merchantId: uuid("merchant_id").notNull(),
    userId: uuid("user_id").notNull(),
    environment: text("environment", { enum: ["sandbox", "live"] }).notNull(),
    kinds: text("kinds").array().notNull().default(sql`'{}'`),
    /** how often payments are summed up */
    payments: text("payments", { enum: ["each", "hourly"] })
      .notNull()
      .default("each"),
    byEmail: boolean("by_email").notNull().default(true),
    telegramChatId: text("telegram_chat_id"),
    /** the chat as Telegram names it */
    telegramName: text("telegram_name"),
    /** what the member sends to the bot to connect a chat */
    telegramCode: text("telegram_code"),
    /** when that code ends; one without an end is over */
    telegramCodeExpiresAt: moment("telegram_code_expires_at"),
    /** minutes of the business's day; equal: none */
    quietFrom: smallint("quiet_from").notNull().default(0),
    quietUntil: smallint("quiet_until").notNull().default(0),
    /** in the link that ends emails without signing in */
    unsubscribeToken: uuid("unsubscribe_token").notNull().default(sql`gen_random_uuid()`),
    /** when payments or failing endpoints were last reported on each channel */
    paymentsEmailedAt: moment("payments_emailed_at"),
    paymentsMessagedAt: moment("payments_messaged_at"),
    updatedAt: moment("updated_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.merchantId, t.userId, t.environment] }),
    foreignKey({
      name: "notification_preferences_member",
      columns: [t.merchantId, t.userId],
      foreignColumns: [memberships.merchantId, memberships.userId],
    }).onDelete("cascade"),
    check("notification_preferences_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("notification_preferences_payments", sql`${t.payments} in ('each', 'hourly')`),
    check("notification_preferences_quiet_from", sql`${t.quietFrom} between 0 and 1439`),
    check("notification_preferences_quiet_until", sql`${t.quietUntil} between 0 and 1439`),
    uniqueIndex("notification_preferences_unsubscribe").on(t.unsubscribeToken),
  ],
);
