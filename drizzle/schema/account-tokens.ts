import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { users } from "./users";

/** What a link to a person's mailbox allows, once: a new password or a new e-mail. */
export const accountTokens = pgTable(
  "account_tokens",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose").notNull(),
    tokenHash: bytea("token_hash").notNull(),
    /** the address that an `email_change` moves to */
    newEmail: text("new_email"),
    createdAt: createdAt(),
    expiresAt: moment("expires_at").notNull(),
    usedAt: moment("used_at"),
  },
  (t) => [
    check("account_tokens_purpose", sql`${t.purpose} in ('password_reset', 'email_change')`),
    check("account_tokens_new_email", sql`(${t.purpose} = 'email_change') = (${t.newEmail} is not null)`),
    uniqueIndex("account_tokens_hash").on(t.tokenHash),
    // a password change ends the links that are still out
    index("account_tokens_user").on(t.userId),
  ],
);
