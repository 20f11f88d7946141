import { sql } from "drizzle-orm";
import { integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { merchants } from "./merchants";

/** Something is wrong with reading the chain or with a pool of addresses; the row is open until it is over. */
export const chainAlarms = pgTable(
  "chain_alarms",
  {
    id: id(),
    network: text("network").notNull(),
    /** null: concerns the whole installation */
    merchantId: uuid("merchant_id").references(() => merchants.id),
    kind: text("kind").notNull(),
    message: text("message").notNull(),
    times: integer("times").notNull().default(1),
    raisedAt: moment("raised_at").notNull().default(sql`now()`),
    lastAt: moment("last_at").notNull().default(sql`now()`),
    clearedAt: moment("cleared_at"),
  },
  (t) => [
    // the same alarm is raised once and counted
    uniqueIndex("chain_alarms_one_active")
      .on(t.network, t.kind, sql`coalesce(merchant_id, '00000000-0000-0000-0000-000000000000'::uuid)`)
      .where(sql`cleared_at is null`),
  ],
);
