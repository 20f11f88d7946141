import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { users } from "./users";

/** What an authenticator is asked to sign, once and within minutes; the row goes when the answer comes. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: id(),
    /** who adds a passkey; null: someone signs in, and it is not known yet who */
    userId: uuid("user_id").references(() => users.id),
    /** base64url of 32 random bytes */
    challenge: text("challenge").notNull(),
    expiresAt: moment("expires_at").notNull(),
  },
  (t) => [
    // retention
    index("passkey_challenges_expires").on(t.expiresAt),
  ],
);
