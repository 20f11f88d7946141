import { sql } from "drizzle-orm";
import { check, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, moment } from "./columns";
import { users } from "./users";

/** One-time codes for a person who has lost the authenticator. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the code, which has 80 random bits */
    codeHash: bytea("code_hash").notNull(),
    createdAt: createdAt(),
    usedAt: moment("used_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.codeHash] }),
    check("recovery_codes_hash_length", sql`octet_length(${t.codeHash}) = 32`),
  ],
);
