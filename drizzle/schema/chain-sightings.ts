import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { paymentIntents } from "./payment-intents";

/**
 * Transfers in blocks that are not final yet, as the last head scan found them. They show progress and complete no
 * payment.
 */
export const chainSightings = pgTable(
  "chain_sightings",
  {
    network: text("network").notNull(),
    txHash: text("tx_hash").notNull(),
    logIndex: integer("log_index").notNull(),
    intentId: uuid("intent_id")
      .notNull()
      .references(() => paymentIntents.id),
    amountMicros: bigint("amount_micros", { mode: "bigint" }).notNull(),
    blockNumber: bigint("block_number", { mode: "number" }).notNull(),
    blockHash: text("block_hash").notNull(),
    seenAt: moment("seen_at").notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.txHash, t.logIndex] }),
    check("chain_sightings_amount", sql`${t.amountMicros} > 0`),
    index("chain_sightings_intent").on(t.intentId),
  ],
);
