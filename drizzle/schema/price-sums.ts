import { sql } from "drizzle-orm";
import { bigint, check, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { moment } from "./columns";

/**
 * What paid payments were priced at, by terminal, UTC hour and day, and currency; kept as `sales_sums`, whose sums
 * include their USDT.
 */
export const priceSums = pgTable(
  "price_sums",
  {
    terminalId: uuid("terminal_id").notNull(),
    environment: text("environment").notNull(),
    span: text("span").notNull(),
    startsAt: moment("starts_at").notNull(),
    /** ISO 4217 */
    currency: text("currency").notNull(),
    /** in minor units: a price alone can have 15 digits, so a few thousand are more than a bigint holds */
    priceMinor: numeric("price_minor", { mode: "bigint" }).notNull(),
    totalMicros: bigint("total_micros", { mode: "bigint" }).notNull(),
    salesCount: bigint("sales_count", { mode: "bigint" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.terminalId, t.environment, t.span, t.startsAt, t.currency] }),
    check("price_sums_span", sql`${t.span} in ('hour', 'day')`),
    check("price_sums_whole", sql`${t.priceMinor} > 0 and ${t.totalMicros} > 0 and ${t.salesCount} > 0`),
  ],
);
