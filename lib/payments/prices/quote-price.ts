import type { Context } from "@/lib/base/context/context";
import { DomainError } from "@/lib/base/values/errors";
import { findRate } from "@/lib/payments/prices/find-rate";
import type { Asked } from "@/lib/payments/prices/price-input";
import { type Quote, quoteMicros } from "@/lib/payments/prices/quote";

/** A source that has failed is read again every minute. */
const RETRY_AFTER_SECONDS = 60;

/** The USDT that a caller asks for, with the quote that it comes from if it was a price, and how long that holds. */
export type Quoted = { amountMicros: bigint; quote: (Quote & { lifeSeconds: number }) | null };

/**
 * Quotes what a caller asks for, at the rate that `find` gives. Errors: `currency_not_enabled`, `rate_unavailable`,
 * `invalid_amount` for a price that no payment can ask for.
 */
export async function quotePrice(
  { db }: Pick<Context, "db">,
  merchantId: string,
  asked: Asked,
  find: typeof findRate = findRate,
): Promise<Quoted> {
  if ("amountMicros" in asked) return { ...asked, quote: null };
  const { currency, decimals, minor } = asked;
  const found = await find(db, { merchantId, currency });
  if (found === "none") {
    throw new DomainError(
      "currency_not_enabled",
      `This business doesn't price in ${currency}. An owner or manager can set a rate under Settings → Currencies.`,
    );
  }
  if (found === "too_old") {
    throw new DomainError(
      "rate_unavailable",
      `There is no current rate for ${currency}. Nothing was created. Prices in USDT still work.`,
      { retryAfterSeconds: RETRY_AFTER_SECONDS },
    );
  }
  const micros = quoteMicros({ minor, decimals, ...found });
  if (micros === "too_small")
    throw new DomainError("invalid_amount", `This amount of ${currency} is too small to be paid in USDT.`);
  if (micros === "too_large") {
    throw new DomainError(
      "invalid_amount",
      "This amount is worth more than 999,999,999.999999 USDT, the most that a payment can ask for.",
    );
  }
  return { amountMicros: micros, quote: { currency, minor, ...found } };
}
