import type { Sql, Transaction } from "@/lib/base/db/client";

/** SQL for what `readQuote` reads of a payment `i`. */
export function quoteColumns(sql: Sql | Transaction) {
  return sql`i.price_currency as "priceCurrency", i.price_minor as "priceMinor", i.price_rate as "priceRate",
             i.price_source as "priceSource", i.price_spread_bps as "priceSpreadBps"`;
}
