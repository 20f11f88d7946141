import type { MemberContext } from "@/lib/base/context/context";
import { findMerchantCurrency } from "@/lib/business/merchants/currency";
import { listRates } from "@/lib/payments/prices/list-rates";
import type { RateSource } from "@/lib/payments/prices/quote";

/** A currency that a new payment can be priced in. */
export type OfferedPrice = {
  currency: string;
  /** the currency of the business */
  isOwn: boolean;
  /** null: there is no current rate, so prices are refused. `ageSeconds`: null for 1:1, which doesn't age */
  rate: { rate: string; source: RateSource; spreadBps: number; ageSeconds: number | null } | null;
};

/** The currencies that the business prices in, its own first. */
export async function offerPrices(ctx: MemberContext): Promise<OfferedPrice[]> {
  const rates = await listRates(ctx);
  if (rates.length === 0) return [];
  const own = await findMerchantCurrency(ctx.db, ctx.merchantId);
  const offers = rates.map(({ currency, spreadBps, inForce, manual, url }) => {
    if (!inForce) return { currency, isOwn: currency === own, rate: null };
    const { rate, source } = inForce;
    const at = source === "url" ? url?.fetched?.at : source === "manual" ? manual?.at : undefined;
    const ageSeconds = at ? Math.max(0, Math.floor((Date.now() - at.getTime()) / 1_000)) : null;
    return { currency, isOwn: currency === own, rate: { rate, source, spreadBps, ageSeconds } };
  });
  return offers.toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn));
}
