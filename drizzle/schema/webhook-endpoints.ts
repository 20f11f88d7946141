import { sql } from "drizzle-orm";
import { check, foreignKey, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { bytea, createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { restrictedKeys } from "./restricted-keys";
import { terminals } from "./terminals";

export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    environment: text("environment").notNull(),
    /** null: every terminal of the merchant */
    terminalId: uuid("terminal_id"),
    url: text("url").notNull(),
    eventTypes: text("event_types").array().notNull(),
    /** AES-256-GCM, see lib/base/process/secrets.ts */
    secret: bytea("secret").notNull(),
    /** a rotation's second secret: signs `webhook-signature` beside the first until it takes over */
    nextSecret: bytea("next_secret"),
    nextSecretActiveAt: moment("next_secret_active_at"),
    /** first failure since the last success */
    failingSince: moment("failing_since"),
    lastSuccessAt: moment("last_success_at"),
    disabledAt: moment("disabled_at"),
    disabledReason: text("disabled_reason"),
    /** the restricted key that created it by API, and alone can change it by API */
    createdByKey: uuid("created_by_key").references(() => restrictedKeys.id),
    createdAt: createdAt(),
  },
  (t) => [
    foreignKey({
      name: "webhook_endpoints_terminal",
      columns: [t.merchantId, t.terminalId],
      foreignColumns: [terminals.merchantId, terminals.id],
    }),
    check("webhook_endpoints_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("webhook_endpoints_url", sql`${t.url} ~* '^https?://' and char_length(${t.url}) <= 2048`),
    check("webhook_endpoints_live_https", sql`${t.environment} = 'sandbox' or ${t.url} ~* '^https://'`),
    check("webhook_endpoints_disabled", sql`(${t.disabledAt} is null) = (${t.disabledReason} is null)`),
    check("webhook_endpoints_rotation", sql`(${t.nextSecret} is null) = (${t.nextSecretActiveAt} is null)`),
    // the endpoints subscribed to an event
    index("webhook_endpoints_merchant").on(t.merchantId, t.environment),
  ],
);
