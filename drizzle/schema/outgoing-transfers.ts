import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";

/** USDT that left a receive address: sweeps and refunds, signed in the merchant's own wallet. */
export const outgoingTransfers = pgTable(
  "outgoing_transfers",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    network: text("network").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    fromAddress: text("from_address").notNull(),
    toAddress: text("to_address").notNull(),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    /** null: recorded before this was stored */
    blockHash: text("block_hash"),
    occurredAt: moment("occurred_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("outgoing_transfers_once").on(t.network, t.txHash, t.logIndex),
    check("outgoing_transfers_amount", sql`${t.amountMicros} > 0`),
    // ledger of an address
    index("outgoing_transfers_from").on(t.fromAddress),
  ],
);
