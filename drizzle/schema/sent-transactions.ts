import { sql } from "drizzle-orm";
import { bigint, check, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { refunds } from "./refunds";
import { users } from "./users";

/**
 * Transfers that a member signed in their own wallet and sent to the network from here. Whether one arrived is read
 * from the chain (`outgoing_transfers`); until it expires, it may still arrive, unless `unsent_id` says that nothing
 * was sent.
 */
export const sentTransactions = pgTable(
  "sent_transactions",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    network: text("network").notNull(),
    txHash: text("tx_hash").notNull(),
    /** the prepared refund that it sends; null: a sweep */
    refundId: uuid("refund_id").references(() => refunds.id),
    fromAddress: text("from_address").notNull(),
    toAddress: text("to_address").notNull(),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    /** no block after that contains it */
    expiresAt: moment("expires_at").notNull(),
    sentBy: uuid("sent_by")
      .notNull()
      .references(() => users.id),
    createdAt: createdAt(),
    /**
     * what the owner signed, and the signature, so that the same transaction can be sent again; null: sent before these
     * were kept
     */
    rawDataHex: text("raw_data_hex"),
    signature: text("signature"),
    /** a node said that it has it */
    acceptedAt: moment("accepted_at"),
    /**
     * the row's ID, while no node took it when it was last sent and none can have passed it on. Any other value, or
     * null: it may arrive. Sending it again gives the row a new ID first
     */
    unsentId: uuid("unsent_id"),
    /** the chain contains it as failed, so nothing moved */
    failedAt: moment("failed_at"),
    /** why it failed, as java-tron names it, such as `OUT_OF_ENERGY`; null: not known */
    failure: text("failure"),
  },
  (t) => [
    unique("sent_transactions_once").on(t.network, t.txHash),
    check("sent_transactions_hash", sql`${t.txHash} ~ '^0x[0-9a-f]{64}$'`),
    check("sent_transactions_amount", sql`${t.amountMicros} > 0`),
    // what is still on its way from an address
    index("sent_transactions_from").on(t.merchantId, t.fromAddress, t.expiresAt),
    index("sent_transactions_refund").on(t.refundId).where(sql`refund_id is not null`),
  ],
);
