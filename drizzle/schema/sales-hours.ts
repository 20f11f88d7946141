import { sql } from "drizzle-orm";
import { bigint, check, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/** Paid amounts by terminal and UTC hour, kept by a trigger in the transaction that pays; the sales report adds them up. */
export const salesHours = pgTable(
  "sales_hours",
  {
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    hour: moment("hour").notNull(),
    totalMicros: bigint("total_micros", { mode: "bigint" }).notNull(),
    salesCount: bigint("sales_count", { mode: "bigint" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.terminalId, t.environment, t.hour] }),
    check("sales_hours_whole", sql`${t.totalMicros} > 0 and ${t.salesCount} > 0`),
  ],
);
