import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { outgoingTransfers } from "./outgoing-transfers";
import { refunds } from "./refunds";
import { users } from "./users";

/**
 * Addresses of owners from which refunds are paid when the address that received the money no longer holds it. Rows
 * stay: refunds that were sent from an earlier one are still matched. A trigger lets only `removed_at` change, once.
 */
export const refundWallets = pgTable(
  "refund_wallets",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    /** `0x` and forty lowercase hexadecimal digits */
    address: text("address").notNull(),
    setBy: uuid("set_by")
      .notNull()
      .references(() => users.id),
    setAt: moment("set_at").notNull().defaultNow(),
    /** null: the business's current one */
    removedAt: moment("removed_at"),
  },
  (t) => [
    check("refund_wallets_address", sql`${t.address} ~ '^0x[0-9a-f]{40}$'`),
    uniqueIndex("refund_wallets_one_current").on(t.merchantId).where(sql`removed_at is null`),
    uniqueIndex("refund_wallets_current_address").on(t.address).where(sql`removed_at is null`),
    // the wallets that a transfer may have left
    index("refund_wallets_any_address").on(t.address, t.merchantId),
  ],
);

/**
 * Transfers from refund wallets that are like an open refund, though Till didn't send them: a member decides whether
 * each paid it. A confirmed one is also recorded in `outgoing_transfers`. What else such a wallet does
 * isn't stored.
 */
export const refundWalletTransfers = pgTable(
  "refund_wallet_transfers",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    refundId: uuid("refund_id")
      .notNull()
      .references(() => refunds.id),
    network: text("network").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    fromAddress: text("from_address").notNull(),
    toAddress: text("to_address").notNull(),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    blockHash: text("block_hash").notNull(),
    occurredAt: moment("occurred_at").notNull(),
    createdAt: createdAt(),
    decidedAt: moment("decided_at"),
    decidedBy: uuid("decided_by").references(() => users.id),
    /** the transfer that was recorded when a member confirmed it; null: undecided, or it was rejected */
    outgoingId: uuid("outgoing_id").references(() => outgoingTransfers.id),
  },
  (t) => [
    check("refund_wallet_transfers_amount", sql`${t.amountMicros} > 0`),
    check("refund_wallet_transfers_decided", sql`num_nonnulls(${t.decidedAt}, ${t.decidedBy}) in (0, 2)`),
    check("refund_wallet_transfers_confirmed", sql`${t.outgoingId} is null or ${t.decidedAt} is not null`),
    unique("refund_wallet_transfers_outgoing").on(t.outgoingId),
    unique("refund_wallet_transfers_once").on(t.network, t.txHash, t.logIndex),
    // a refund waits for one decision at a time
    uniqueIndex("refund_wallet_transfers_open").on(t.refundId).where(sql`decided_at is null`),
    // what a business has to decide
    index("refund_wallet_transfers_undecided").on(t.merchantId, t.occurredAt).where(sql`decided_at is null`),
  ],
);
