import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/**
 * Intents that ended unpaid by terminal and UTC hour and day, kept by a trigger as `sales_sums` is; the overview's
 * success rate.
 */
export const unpaidSums = pgTable(
  "unpaid_sums",
  {
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    span: text("span").notNull(),
    startsAt: moment("starts_at").notNull(),
    expiredCount: bigint("expired_count", { mode: "bigint" }).notNull(),
    cancelledCount: bigint("cancelled_count", { mode: "bigint" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.terminalId, t.environment, t.span, t.startsAt] }),
    check("unpaid_sums_span", sql`${t.span} in ('hour', 'day')`),
    check("unpaid_sums_some", sql`${t.expiredCount} + ${t.cancelledCount} > 0`),
  ],
);
