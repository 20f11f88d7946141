import { decimalsOf, minorFromDecimal } from "@/lib/base/values/currencies";
import { DomainError } from "@/lib/base/values/errors";
import { microsFromDecimal, microsFromNumber } from "@/lib/base/values/money";

/** How much a caller asks for: USDT, or a price in a currency. */
export type Asked = { amountMicros: bigint } | { currency: string; decimals: number; minor: bigint };

/** What errors say that `amount` and `currency` must be. */
export const PRICE_RULE = 'decimal text without separators, for example "24.90"';
export const CURRENCY_RULE = 'a code of ISO 4217 in capital letters, for example "EUR", or "USDT"';

/**
 * What `amount_usdt`, or `amount` with `currency`, asks for. Errors: `invalid_amount` for both or neither, or an amount
 * that the currency doesn't have; `invalid_currency`.
 */
export function readAsked({ amount_usdt, amount, currency }: PriceInput): Asked {
  if (amount == null) {
    if (amount_usdt == null) throw invalidAmount("Give amount_usdt, or amount with currency.");
    return { amountMicros: microsFromNumber(amount_usdt) };
  }
  if (amount_usdt != null) throw invalidAmount("Give either amount_usdt or amount with currency, not both.");
  if (typeof currency !== "string") throw invalidCurrency();
  if (currency === "USDT") {
    const amountMicros = microsFromDecimal(amount);
    if (!amountMicros) throw invalidAmount(`amount must be ${PRICE_RULE}, with at most six decimals.`);
    return { amountMicros };
  }
  const decimals = decimalsOf(currency);
  if (decimals === null) throw invalidCurrency();
  const minor = minorFromDecimal(amount, decimals);
  if (minor === null) {
    const places = decimals === 0 ? "without decimals" : `with at most ${decimals} decimals`;
    throw invalidAmount(`amount must be ${PRICE_RULE}, and in ${currency} ${places}.`);
  }
  return { currency, decimals, minor };
}

type PriceInput = {
  amount_usdt?: number | null;
  amount?: string | null;
  currency?: unknown;
};

function invalidCurrency(): DomainError {
  return new DomainError("invalid_currency", `currency must be ${CURRENCY_RULE}.`);
}

function invalidAmount(message: string): DomainError {
  return new DomainError("invalid_amount", message);
}
