import { index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { users } from "./users";

/** One signed-in device. The cookie names the row, which every use checks: a revoked session ends at once. */
export const userSessions = pgTable(
  "user_sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** `users.session_version` when it began */
    version: integer("version").notNull(),
    address: text("address").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: createdAt(),
    lastSeenAt: moment("last_seen_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    // a person's signed-in devices
    index("user_sessions_user").on(t.userId, t.lastSeenAt),
    // retention
    index("user_sessions_expires").on(t.expiresAt),
  ],
);
