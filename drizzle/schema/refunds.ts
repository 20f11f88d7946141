import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { attentionItems } from "./attention-items";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { outgoingTransfers } from "./outgoing-transfers";
import { users } from "./users";

/**
 * A refund that a member prepared here and signs in their own wallet; the watcher detects the transfer. In the sandbox,
 * a member simulates the transfer.
 */
export const refunds = pgTable(
  "refunds",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    itemId: uuid("item_id")
      .notNull()
      .references(() => attentionItems.id),
    /** null in the sandbox, where no address holds the money */
    fromAddress: text("from_address"),
    toAddress: text("to_address").notNull(),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    preparedBy: uuid("prepared_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /** the newest known block when it was prepared: it is sent in a later one; null: prepared before this was stored */
    headBlock: bigint("head_block", { mode: "number" }),
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
    check("refunds_simulated", sql`${t.fromAddress} is null or ${t.simulatedTxHash} is null`),
    check("refunds_outgoing_from", sql`${t.fromAddress} is not null or ${t.outgoingId} is null`),
    check("refunds_to", sql`${t.toAddress} ~ '^0x[0-9a-f]{40}$'`),
    unique("refunds_outgoing").on(t.outgoingId),
    index("refunds_item").on(t.itemId),
    // refunds like a signed transfer, also those that have left or were cancelled
    index("refunds_from").on(t.fromAddress).where(sql`from_address is not null`),
    // open refunds that an outgoing transfer may belong to
    index("refunds_waiting")
      .on(t.fromAddress, t.toAddress, t.amountMicros)
      .where(sql`outgoing_id is null and withdrawn_at is null`),
  ],
);
