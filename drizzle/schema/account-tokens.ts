import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { users } from "./users";

/** Single-use links sent to a person's mailbox: to set a new password or change the email address. */
export const accountTokens = pgTable(
  "account_tokens",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose").notNull(),
    tokenHash: bytea("token_hash").notNull(),
    /** the new address of an `email_change` */
    newEmail: text("new_email"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [
    check("account_tokens_purpose", sql`${t.purpose} in ('password_reset', 'email_change')`),
    check("account_tokens_new_email", sql`(${t.purpose} = 'email_change') = (${t.newEmail} is not null)`),
    uniqueIndex("account_tokens_hash").on(t.tokenHash),
    // a password change ends the links that are still valid
    index("account_tokens_user").on(t.userId),
  ],
);
