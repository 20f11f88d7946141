import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** The ledger of an address on one network. Triggers keep the sums in the transaction that records the transfers. */
export const addressLedgers = pgTable(
  "address_ledgers",
  {
    network: text("network").notNull(),
    address: text("address").notNull(),
    /** the ledger begins after this block */
    sinceBlock: bigint("since_block", { mode: "number" }).notNull().default(0),
    /** opening balance; null: not known yet */
    openingMicros: bigint("opening_micros", { mode: "bigint" }),
    receivedMicros: bigint("received_micros", { mode: "bigint" }).notNull().default(sql`0`),
    sentMicros: bigint("sent_micros", { mode: "bigint" }).notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.address] }),
    check("address_ledgers_sums", sql`${t.receivedMicros} >= 0 and ${t.sentMicros} >= 0`),
  ],
);
