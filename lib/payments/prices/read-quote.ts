import type { paymentIntents } from "@/drizzle/schema";
import type { Quote } from "@/lib/payments/prices/quote";

/** The columns of a payment that say what its amount was quoted from. */
export type PriceColumns = Pick<
  typeof paymentIntents.$inferSelect,
  "priceCurrency" | "priceMinor" | "priceRate" | "priceSource" | "priceSpreadBps"
>;

export type DatedQuote = Quote & { quotedAt: Date };

/** What the amount of a payment was quoted from, when it was created; null: the amount was given in USDT. */
export function readQuote(intent: PriceColumns & { createdAt: Date }): DatedQuote | null {
  const { priceCurrency: currency, priceMinor: minor, priceRate: rate } = intent;
  const { priceSource: source, priceSpreadBps: spreadBps, createdAt: quotedAt } = intent;
  // all of them or none, by a constraint
  if (currency === null || minor === null || rate === null || source === null || spreadBps === null) return null;
  return { currency, minor, rate, source, spreadBps, quotedAt };
}
