import { sql } from "drizzle-orm";
import { bigint, index, pgTable, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { paymentIntents } from "./payment-intents";
import { receiveAddresses } from "./receive-addresses";

/** Which intent an address was leased to, and from which block on: it attributes each transfer to an intent. */
export const addressLeases = pgTable(
  "address_leases",
  {
    id: id(),
    addressId: uuid("address_id")
      .notNull()
      .references(() => receiveAddresses.id),
    intentId: uuid("intent_id")
      .notNull()
      .references(() => paymentIntents.id),
    leasedAt: moment("leased_at").notNull().default(sql`now()`),
    /** the block that the ledger had reached at that time: the address is read from there on */
    leasedAtBlock: bigint("leased_at_block", { mode: "number" }).notNull(),
    /** the newest known block at that time: later blocks are the intent's; null (older leases): `leased_at_block` */
    headBlock: bigint("head_block", { mode: "number" }),
    releasedAt: moment("released_at"),
  },
  (t) => [
    // an address serves one pending intent at a time
    uniqueIndex("address_leases_one_active").on(t.addressId).where(sql`released_at is null`),
    unique("address_leases_intent").on(t.intentId),
    // attribute a transfer: the last lease before its block
    index("address_leases_address").on(t.addressId, sql`coalesce(head_block, leased_at_block)`),
    // the watch set: leased in the last thirty days
    index("address_leases_leased").on(t.leasedAt),
  ],
);
