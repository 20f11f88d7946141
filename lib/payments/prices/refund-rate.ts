import type { MerchantContext } from "@/lib/base/context/context";
import { findMerchantCurrency } from "@/lib/business/merchants/currency";
import { findRate } from "@/lib/payments/prices/find-rate";
import type { Quote } from "@/lib/payments/prices/quote";

/**
 * The currency that a refund can be typed in, and its rate now: that of the payment's price, or else the business's
 * own. Null: there is none, or no current rate.
 */
export async function getRefundRate(
  { db, merchantId }: MerchantContext,
  quote: Quote | null,
): Promise<{ currency: string; rate: string } | null> {
  const currency = quote?.currency ?? (await findMerchantCurrency(db, merchantId));
  if (currency === null) return null;
  const found = await findRate(db, { merchantId, currency });
  return typeof found === "string" ? null : { currency, rate: found.rate };
}
