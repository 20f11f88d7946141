import type { paymentIntents } from "@/drizzle/schema";
import type { Sql, Transaction } from "@/lib/base/db/client";
import type { Quote } from "@/lib/payments/prices/quote";

/** What a payment's row tells of its price: all of it or nothing. */
export type StoredQuote = Pick<
  typeof paymentIntents.$inferSelect,
  "priceCurrency" | "priceMinor" | "priceRate" | "priceSource" | "priceSpreadBps"
>;

/** SQL for the columns of a row `i`. */
export function quoteColumns(sql: Sql | Transaction) {
  return sql`i.price_currency as "priceCurrency", i.price_minor as "priceMinor", i.price_rate as "priceRate",
             i.price_source as "priceSource", i.price_spread_bps as "priceSpreadBps"`;
}

/** What the amount of a stored payment was quoted from; null: it has no price. */
export function quoteOf(row: StoredQuote): Quote | null {
  const { priceCurrency: currency, priceMinor: minor, priceRate: rate, priceSource: source } = row;
  if (currency === null || minor === null || rate === null || source === null) return null;
  return { currency, minor, rate, source, spreadBps: row.priceSpreadBps ?? 0 };
}
