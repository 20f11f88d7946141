import type { PosPayment } from "@/lib/payments/pos/present";

/** The amount of a payment with its price, if it has one, first: `24.90 € · 27.13 USDT`. Pure, for browsers. */
export function displayBoth({ amount, price }: Pick<PosPayment, "amount" | "price">): string {
  const usdt = `${amount} USDT`;
  return price ? `${price.total} · ${usdt}` : usdt;
}
