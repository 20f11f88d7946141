import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/**
 * Paid amounts by terminal and UTC hour and day, kept by a trigger in the transaction that pays; the report adds them
 * up.
 */
export const salesSums = pgTable(
  "sales_sums",
  {
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    span: text("span").notNull(),
    startsAt: moment("starts_at").notNull(),
    totalMicros: bigint("total_micros", { mode: "bigint" }).notNull(),
    salesCount: bigint("sales_count", { mode: "bigint" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.terminalId, t.environment, t.span, t.startsAt] }),
    check("sales_sums_span", sql`${t.span} in ('hour', 'day')`),
    check("sales_sums_whole", sql`${t.totalMicros} > 0 and ${t.salesCount} > 0`),
  ],
);
