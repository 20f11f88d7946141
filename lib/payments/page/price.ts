import type { paymentIntents } from "@/drizzle/schema";
import { decimalFromMinor, decimalsOf } from "@/lib/base/values/currencies";

/** What customers may see of the price that a payment was quoted from: neither its rate nor the business's spread. */
export type CheckoutPrice = {
  /** ISO 4217 */
  currency: string;
  /** exact decimal text with all decimals of the currency: `24.90` */
  amount: string;
};

export type PriceColumns = Pick<typeof paymentIntents.$inferSelect, "priceCurrency" | "priceMinor">;

/** Null without a price. */
export function presentPrice({ priceCurrency: currency, priceMinor: minor }: PriceColumns): CheckoutPrice | null {
  if (currency === null || minor === null) return null;
  return { currency, amount: decimalFromMinor(minor, decimalsOf(currency) ?? 0) };
}
