import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { attentionItems } from "./attention-items";
import { bytea, createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { outgoingTransfers } from "./outgoing-transfers";
import { paymentIntents } from "./payment-intents";
import { restrictedKeys } from "./restricted-keys";
import { users } from "./users";

/**
 * A refund that a member or a key prepared and a member signs in their own wallet; the watcher detects the transfer. In
 * the sandbox, a member simulates the transfer. A trigger holds its moves, and that refunds don't exceed what was
 * received.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** a trigger fills it in for the version before, as it does with `intent_id` and `status` */
    environment: text("environment", { enum: ["sandbox", "live"] })
      .notNull()
      .default("live"),
    /** null: the money belongs to no intent */
    intentId: uuid("intent_id").references(() => paymentIntents.id),
    /** the item under Needs attention that it settles; null: none */
    itemId: uuid("item_id").references(() => attentionItems.id),
    status: text("status", { enum: ["waiting_for_address", "prepared", "sent", "final", "failed", "cancelled"] })
      .notNull()
      // stands for the version before, which has no status; the trigger replaces it
      .default("prepared"),
    /** null in the sandbox, where no address holds the money */
    fromAddress: text("from_address"),
    /** null until the customer's address is confirmed */
    toAddress: text("to_address"),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    /** for the business's own records */
    reason: text("reason"),
    preparedBy: uuid("prepared_by").references(() => users.id),
    preparedByKey: uuid("prepared_by_key").references(() => restrictedKeys.id),
    /** of the key that prepared it */
    idempotencyKey: text("idempotency_key"),
    requestHash: bytea("request_hash"),
    /** a member has confirmed recipient and amount with their password; only then is it offered for signing */
    confirmedAt: moment("confirmed_at"),
    confirmedBy: uuid("confirmed_by").references(() => users.id),
    createdAt: createdAt(),
    /** the newest known block when it was prepared: it is sent in a later one; null: prepared before this was stored */
    headBlock: bigint("head_block", { mode: "number" }),
    sentAt: moment("sent_at"),
    failedAt: moment("failed_at"),
    /** why it failed, as java-tron names it, or `EXPIRED`; stays while it is prepared again. Null: it never failed */
    failure: text("failure"),
    /** of the block, or of the simulation: the day of the books */
    finalAt: moment("final_at"),
    /** cancelled before anything was sent */
    withdrawnAt: moment("withdrawn_at"),
    /** the transfer that sent it */
    outgoingId: uuid("outgoing_id").references(() => outgoingTransfers.id),
    /** of the simulated transfer, in the sandbox */
    simulatedTxHash: text("simulated_tx_hash"),
  },
  (t) => [
    check("refunds_amount", sql`${t.amountMicros} > 0`),
    check("refunds_sent_once", sql`num_nonnulls(${t.outgoingId}, ${t.simulatedTxHash}, ${t.withdrawnAt}) <= 1`),
    check(
      "refunds_status",
      sql`${t.status} in ('waiting_for_address', 'prepared', 'sent', 'final', 'failed', 'cancelled')`,
    ),
    check("refunds_environment", sql`${t.environment} in ('sandbox', 'live')`),
    check("refunds_reason", sql`char_length(${t.reason}) between 1 and 200`),
    check("refunds_request_hash", sql`octet_length(${t.requestHash}) = 32`),
    check("refunds_simulated", sql`${t.fromAddress} is null or ${t.simulatedTxHash} is null`),
    check("refunds_outgoing_from", sql`${t.fromAddress} is not null or ${t.outgoingId} is null`),
    check("refunds_to", sql`${t.toAddress} ~ '^0x[0-9a-f]{40}$'`),
    unique("refunds_outgoing").on(t.outgoingId),
    uniqueIndex("refunds_idempotency").on(t.preparedByKey, t.idempotencyKey).where(sql`idempotency_key is not null`),
    index("refunds_item").on(t.itemId),
    index("refunds_intent").on(t.intentId).where(sql`intent_id is not null`),
    // the list
    index("refunds_list").on(t.merchantId, t.environment, t.createdAt, t.id),
    index("refunds_open")
      .on(t.merchantId, t.environment, t.createdAt, t.id)
      .where(sql`status in ('waiting_for_address', 'prepared', 'sent', 'failed')`),
    // whether a refund went to an address before
    index("refunds_to").on(t.merchantId, t.toAddress),
    // the books of a day
    index("refunds_final").on(t.merchantId, t.environment, t.finalAt).where(sql`final_at is not null`),
    // refunds like a signed transfer, also those that have left or were cancelled
    index("refunds_from").on(t.fromAddress).where(sql`from_address is not null`),
    // open refunds that an outgoing transfer may belong to
    index("refunds_waiting")
      .on(t.fromAddress, t.toAddress, t.amountMicros)
      .where(sql`outgoing_id is null and withdrawn_at is null`),
  ],
);
