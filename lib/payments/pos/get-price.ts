import { findMerchantCurrency } from "@/lib/business/merchants/currency";
import type { PosContext } from "@/lib/payments/pos/context";
import type { KeypadPrice } from "@/lib/payments/pos/unit";
import { findRate } from "@/lib/payments/prices/find-rate";

/** The currency that amounts are typed in at a keypad; null: only USDT, as the business has none or no rate for it. */
export async function getKeypadPrice({ db, merchantId }: PosContext): Promise<KeypadPrice | null> {
  const currency = await findMerchantCurrency(db, merchantId);
  if (currency === null) return null;
  const found = await findRate(db, { merchantId, currency });
  if (found === "none") return null;
  return { currency, rate: found === "too_old" ? null : { rate: found.rate, spreadBps: found.spreadBps } };
}
