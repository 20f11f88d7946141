import type { Locale } from "@/lib/customer/checkout/locales";
import { localAmount, localPrice } from "@/lib/customer/checkout/reader";
import type { Checkout } from "@/lib/payments/page/get-checkout";

/** The payment with its display amounts in the reader's format. `toSend` stays as wallets accept it: `1234.5`. */
export function readersCheckout(checkout: Checkout, locale: Locale): Checkout {
  const local = (amount: string | null) => amount && localAmount(amount, locale);
  return {
    ...checkout,
    amount: localAmount(checkout.amount, locale),
    price: checkout.price && { ...checkout.price, amount: localPrice(checkout.price.amount, locale) },
    received: local(checkout.received),
    missing: local(checkout.missing),
    excess: local(checkout.excess),
    uncounted: local(checkout.uncounted),
    refunded: local(checkout.refunded),
    refundAsked: local(checkout.refundAsked),
    refunds: checkout.refunds.map((one) => ({ ...one, amount: localAmount(one.amount, locale) })),
    transfers: checkout.transfers.map((one) => ({ ...one, amount: localAmount(one.amount, locale) })),
    confirming: checkout.confirming && {
      ...checkout.confirming,
      amount: localAmount(checkout.confirming.amount, locale),
    },
  };
}
