import { sql } from "drizzle-orm";
import { check, foreignKey, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { terminals } from "./terminals";

export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    merchantId: uuid("merchant_id").notNull(),
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    /** SHA-256 of the part after the prefix, so that a key with the wrong prefix is still found and recognised */
    keyHash: bytea("key_hash").notNull(),
    last4: text("last4").notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
    /** set by a rotation: the key is invalid from then on */
    endsAt: moment("ends_at"),
  },
  (t) => [
    foreignKey({
      name: "api_keys_terminal",
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }),
    check("api_keys_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("api_keys_hash_length", sql`octet_length(${t.keyHash}) = 32`),
    // authentication of every API call
    uniqueIndex("api_keys_hash").on(t.keyHash),
    // a terminal has one current key per environment; rotated ones carry ends_at
    uniqueIndex("api_keys_one_current").on(t.terminalId, t.environment).where(sql`ends_at is null`),
  ],
);
