import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** What came to an address and left it on one network, kept by triggers in the transaction that enters the transfers. */
export const addressLedgers = pgTable(
  "address_ledgers",
  {
    network: text("network").notNull(),
    address: text("address").notNull(),
    receivedMicros: bigint("received_micros", { mode: "bigint" }).notNull().default(sql`0`),
    sentMicros: bigint("sent_micros", { mode: "bigint" }).notNull().default(sql`0`),
  },
  (t) => [
    primaryKey({ columns: [t.network, t.address] }),
    check("address_ledgers_sums", sql`${t.receivedMicros} >= 0 and ${t.sentMicros} >= 0`),
  ],
);
