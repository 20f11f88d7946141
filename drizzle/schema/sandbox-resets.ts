import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { id, moment } from "./columns";
import { merchants } from "./merchants";
import { users } from "./users";

const count = (name: string) => integer(name).notNull().default(0);

/**
 * A reset of a merchant's sandbox, which an engine carries out in batches; the counts are what it has deleted so far.
 */
export const sandboxResets = pgTable(
  "sandbox_resets",
  {
    id: id(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchants.id),
    requestedBy: uuid("requested_by")
      .notNull()
      .references(() => users.id),
    /** the member's network address, for the audit log */
    address: text("address").notNull(),
    /** what was created later stays */
    requestedAt: moment("requested_at").notNull().default(sql`clock_timestamp()`),
    /** sandbox payments at the time of the request */
    paymentsBefore: integer("payments_before").notNull(),
    payments: count("payments"),
    transfers: count("transfers"),
    events: count("events"),
    deliveries: count("deliveries"),
    requests: count("requests"),
    shifts: count("shifts"),
    finishedAt: moment("finished_at"),
  },
  (t) => [
    check(
      "sandbox_resets_counts",
      sql`least(payments_before, payments, transfers, events, deliveries, requests, shifts) >= 0`,
    ),
    check("sandbox_resets_finished", sql`${t.finishedAt} >= ${t.requestedAt}`),
    // one at a time
    uniqueIndex("sandbox_resets_open").on(t.merchantId).where(sql`finished_at is null`),
    // the engine: the earliest request first
    index("sandbox_resets_due").on(t.requestedAt).where(sql`finished_at is null`),
  ],
);
