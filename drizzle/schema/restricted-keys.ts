import { sql } from "drizzle-orm";
import { bigint, check, foreignKey, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { terminals } from "./terminals";
import { users } from "./users";

/**
 * Keys with scopes, for one terminal or all. Apart from `api_keys`, since versions without scopes would give such a key
 * every power.
 */
export const restrictedKeys = pgTable(
  "restricted_keys",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    environment: text("environment").notNull(),
    /** null: all terminals of the merchant */
    terminalId: uuid("terminal_id"),
    name: text("name").notNull(),
    scopes: text("scopes").array().notNull(),
    /** addresses that may use it, in CIDR notation; empty: any */
    ipRanges: text("ip_ranges").array().notNull(),
    /** what it may prepare in refunds a day (UTC); null: it has not the scope for refunds */
    refundLimitMicros: bigint("refund_limit_micros", { mode: "bigint" }),
    /** who created or last rotated it: it does no more than their role allows */
    madeBy: uuid("made_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** the end date that was chosen, or when a member ended it */
    endsAt: moment("ends_at"),
    lastUsedAt: moment("last_used_at"),
    lastUsedAddress: text("last_used_address"),
  },
  (t) => [
    foreignKey({
      name: "restricted_keys_terminal",
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }),
    check("restricted_keys_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("restricted_keys_name", sql`char_length(${t.name}) between 1 and 100`),
    check("restricted_keys_refund_limit", sql`${t.refundLimitMicros} > 0`),
    check("restricted_keys_scopes", sql`cardinality(${t.scopes}) > 0`),
    // the list in the dashboard
    index("restricted_keys_merchant").on(t.merchantId, t.environment),
    // what a member has made
    index("restricted_keys_made_by").on(t.madeBy),
  ],
);

/** The secrets of restricted keys: the current one, and replaced ones that still work. */
export const restrictedKeySecrets = pgTable(
  "restricted_key_secrets",
  {
    id: id(),
    keyId: uuid("key_id")
      .notNull()
      .references(() => restrictedKeys.id),
    /** SHA-256 of the part after the prefix, as of a terminal's key */
    keyHash: bytea("key_hash").notNull(),
    last4: text("last4").notNull(),
    createdAt: createdAt(),
    /** set by a rotation */
    endsAt: moment("ends_at"),
  },
  (t) => [
    check("restricted_key_secrets_hash_length", sql`octet_length(${t.keyHash}) = 32`),
    // authentication of every API call
    uniqueIndex("restricted_key_secrets_hash").on(t.keyHash),
    uniqueIndex("restricted_key_secrets_one_current").on(t.keyId).where(sql`ends_at is null`),
  ],
);
