import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { terminals } from "./terminals";
import { users } from "./users";

/**
 * A device linked to a terminal: its link opens only that terminal's keypad in one environment, until it is revoked.
 */
export const deviceLinks = pgTable(
  "device_links",
  {
    id: id(),
    merchantId: uuid("merchant_id").notNull(),
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment", { enum: ["sandbox", "live"] }).notNull(),
    name: text("name").notNull(),
    /** SHA-256 of the secret, first in the link and then in the device's cookie */
    tokenHash: bytea("token_hash").notNull(),
    createdBy: uuid("created_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** a link can be opened once: from then on only the device has its secret */
    openedAt: moment("opened_at"),
    lastSeenAt: moment("last_seen_at"),
    expiresAt: moment("expires_at").notNull(),
    revokedAt: moment("revoked_at"),
  },
  (t) => [
    foreignKey({
      name: "device_links_terminal",
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }),
    check("device_links_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("device_links_name_length", sql`char_length(${t.name}) between 1 and 120`),
    uniqueIndex("device_links_token").on(t.tokenHash),
    // a terminal's devices
    index("device_links_terminal").on(t.terminalId, t.createdAt),
  ],
);
