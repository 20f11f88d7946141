import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns";
import { merchants } from "./merchants";
import { paymentIntents } from "./payment-intents";

/** Money that arrived. A simulated payment is a transfer on the network `sandbox`, processed like a real one. */
export const transfers = pgTable(
  "transfers",
  {
    id: id(),
    merchantId: uuid("merchant_id").references(() => merchants.id),
    intentId: uuid("intent_id").references(() => paymentIntents.id),
    network: text("network").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    /** its recipient and sender on the chain; null in the sandbox */
    address: text("address"),
    fromAddress: text("from_address"),
    blockNumber: bigint("block_number", { mode: "number" }),
    blockHash: text("block_hash"),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    occurredAt: moment("occurred_at").notNull(),
    /** applied to the intent; false for transfers after its end */
    counted: boolean("counted").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    // a log is credited once, however often it is read
    unique("transfers_once").on(t.network, t.txHash, t.logIndex),
    check("transfers_amount", sql`${t.amountMicros} > 0`),
    index("transfers_intent").on(t.intentId),
    // ledger of an address
    index("transfers_address").on(t.address).where(sql`address is not null`),
    // live feed: transfers of the last seconds
    index("transfers_created").on(t.createdAt),
  ],
);
