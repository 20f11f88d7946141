import { directionOf, type Locale } from "@/lib/checkout/locales";
import type { ReturnLink } from "@/lib/checkout/return-link";
import type { WalletLink } from "@/lib/checkout/wallet-links";
import type { CheckoutWords } from "@/lib/checkout/words/checkout-words";
import type { Checkout } from "@/lib/intents/get-checkout";

/** What every part of the payment page receives: the payment in the reader's format and language. */
export type View = {
  checkout: Checkout;
  /** the remaining amount to send, in the reader's format */
  toSend: string | null;
  words: CheckoutWords;
  locale: Locale;
  /** the shop's return URL for this status, if it set one */
  back: ReturnLink | null;
  /** whether paying by the payment link is offered */
  linkShown: boolean;
  /** links that open wallet apps on this device */
  wallets: WalletLink[];
};

const ISOLATE = "\u2066";
const POP_ISOLATE = "\u2069";

/** `12.50 USDT` for sentences, isolated in right-to-left ones so that it keeps its order. */
export function withUnit(amount: string, locale: Locale): string {
  const words = `${amount}\u00a0USDT`;
  return directionOf(locale) === "rtl" ? `${ISOLATE}${words}${POP_ISOLATE}` : words;
}
