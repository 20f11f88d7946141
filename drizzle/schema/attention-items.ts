import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, json, moment } from "./columns";
import { merchants } from "./merchants";
import { paymentIntents } from "./payment-intents";
import { transfers } from "./transfers";
import { users } from "./users";

/** A payment that needs attention, until a person resolves it. It never changes an intent's status. */
export const attentionItems = pgTable(
  "attention_items",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** that of its intent; live without one */
    environment: text("environment", { enum: ["sandbox", "live"] })
      .notNull()
      .default("live"),
    kind: text("kind").notNull(),
    intentId: uuid("intent_id").references(() => paymentIntents.id),
    transferId: uuid("transfer_id").references(() => transfers.id),
    /** the amount concerned: remaining, excess, or the whole transfer */
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    /**
     * a transfer that is not in the ledger because providers disagree or none returns a readable receipt: network,
     * txHash, logIndex, address, from, block
     */
    disputed: json<Record<string, string | number | null>>("disputed"),
    createdAt: createdAt(),
    resolvedAt: moment("resolved_at"),
    /** null: resolved automatically */
    resolvedBy: uuid("resolved_by").references(() => users.id),
    resolution: text("resolution"),
    note: text("note"),
    /** the intent for the remaining amount */
    restIntentId: uuid("rest_intent_id").references(() => paymentIntents.id),
  },
  (t) => [
    check(
      "attention_items_kind",
      sql`${t.kind} in ('partial', 'over', 'late', 'after_cancel', 'after_paid', 'unassigned', 'disputed', 'unreadable')`,
    ),
    check("attention_items_environment", sql`${t.environment} in ('sandbox', 'live')`),
    // money without an intent comes from the chain, which the sandbox doesn't have
    check("attention_items_sandbox_intent", sql`${t.environment} = 'live' or ${t.intentId} is not null`),
    check("attention_items_resolved", sql`(${t.resolvedAt} is null) = (${t.resolution} is null)`),
    check("attention_items_resolution", sql`${t.resolution} in ('accepted', 'refunded', 'asked', 'settled')`),
    check("attention_items_note_length", sql`char_length(${t.note}) <= 1000`),
    // partly and overpaid: once an intent
    uniqueIndex("attention_items_intent").on(t.intentId, t.kind).where(sql`kind in ('partial', 'over')`),
    // the others: once a transfer
    uniqueIndex("attention_items_transfer").on(t.transferId).where(sql`transfer_id is not null`),
    uniqueIndex("attention_items_disputed")
      .on(
        sql`(disputed ->> 'network')`,
        sql`(disputed ->> 'txHash')`,
        sql`(disputed ->> 'logIndex')`,
        sql`coalesce(disputed ->> 'address', disputed ->> 'from')`,
      )
      .where(sql`disputed is not null`),
    // the inbox, newest first
    index("attention_items_list").on(t.merchantId, t.environment, t.createdAt, t.id),
    index("attention_items_open").on(t.merchantId, t.environment, t.createdAt).where(sql`resolved_at is null`),
    // the item that reopens when a payment of the remaining amount ends unpaid
    index("attention_items_rest").on(t.restIntentId).where(sql`rest_intent_id is not null`),
    // foreign keys: a deleted sandbox payment must not read every item
    index("attention_items_payment").on(t.intentId).where(sql`intent_id is not null`),
  ],
);
