import { Amount } from "@/components/ui/amount";
import { displayPrice } from "@/lib/base/values/currencies";
import { displayAmount } from "@/lib/base/values/money";
import type { Payment } from "@/lib/payments/lists/fetch";

type Facts = Pick<Payment, "amountMicros" | "quote">;

/** `24.90 € · 27.13 USDT`, and without a price the amount alone. */
export function formatAmount({ amountMicros, quote }: Facts): string {
  const usdt = `${displayAmount(amountMicros)} USDT`;
  return quote ? `${displayPrice(quote)} · ${usdt}` : usdt;
}

/** The amount of a payment in running text, after its price if it has one. */
export function PaymentAmount({ payment: { amountMicros, quote } }: { payment: Facts }) {
  if (!quote) return <Amount value={displayAmount(amountMicros)} />;
  return (
    <span>
      <span translate="no" dir="ltr" className="money whitespace-nowrap">
        {displayPrice(quote)}
      </span>
      <span>{" · "}</span>
      <Amount value={displayAmount(amountMicros)} />
    </span>
  );
}
