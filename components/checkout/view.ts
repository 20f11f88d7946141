import type { ReturnLink } from "@/lib/checkout/return-link";
import type { WalletLink } from "@/lib/checkout/wallet-links";
import type { Words } from "@/lib/checkout/words-of";
import type { Checkout } from "@/lib/intents/get-checkout";
import { directionOf, type Locale } from "@/sdks/browser/src/words/locales";

/** What every part of the customer's page is given: the payment in the reader's manner, and the reader's language. */
export type View = {
  checkout: Checkout;
  /** what is still to send, in the reader's manner */
  toSend: string | null;
  words: Words;
  locale: Locale;
  /** the shop's page for how the payment stands, if it gave one */
  back: ReturnLink | null;
  /** whether the payment link is a way to pay */
  linkShown: boolean;
  /** links that open wallets on this device */
  wallets: WalletLink[];
};

const ISOLATE = "\u2066";
const POP_ISOLATE = "\u2069";

/** `12.50 USDT` for sentences; in those from right to left it is kept together as it is written. */
export function withUnit(amount: string, locale: Locale): string {
  const words = `${amount}\u00a0USDT`;
  return directionOf(locale) === "rtl" ? `${ISOLATE}${words}${POP_ISOLATE}` : words;
}
