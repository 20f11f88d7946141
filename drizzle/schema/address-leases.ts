import { sql } from "drizzle-orm";
import { bigint, index, pgTable, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { paymentIntents } from "./payment-intents";
import { receiveAddresses } from "./receive-addresses";

/** Which intent an address was given to, and when: it says whose money a transfer is. */
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
    /** the watcher's block at that moment: whatever the intent gets lies behind it */
    leasedAtBlock: bigint("leased_at_block", { mode: "number" }).notNull(),
    releasedAt: moment("released_at"),
  },
  (t) => [
    // an address serves one waiting intent at a time
    uniqueIndex("address_leases_one_active").on(t.addressId).where(sql`released_at is null`),
    unique("address_leases_intent").on(t.intentId),
    // whose transfer: the last lease before it
    index("address_leases_address").on(t.addressId, t.leasedAt),
    // the watch set: leased in the last thirty days
    index("address_leases_leased").on(t.leasedAt),
  ],
);
