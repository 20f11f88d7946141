import { currencySign } from "@/lib/base/values/currencies";
import type { ContactLink } from "@/lib/customer/checkout/contact-links";
import { directionOf, type Locale } from "@/lib/customer/checkout/locales";
import type { RefundAddressProblem } from "@/lib/customer/checkout/refund-address";
import type { ReturnLink } from "@/lib/customer/checkout/return-link";
import type { WalletLink } from "@/lib/customer/checkout/wallet-links";
import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";
import type { Checkout } from "@/lib/payments/page/get-checkout";
import type { CheckoutPrice } from "@/lib/payments/page/price";

/** How the customer wants to pay: to the bare address, by a wallet's link, or on the phone that scans this page. */
export const WAYS = ["address", "link", "phone"] as const;
export type Way = (typeof WAYS)[number];

type ReceiptEmailForm = {
  /** the form was accepted: a notice replaces it */
  isSent: boolean;
  /** what the customer entered, and why nothing was sent */
  failure: { email: string; text: string } | null;
};

/** What every part of the payment page receives: the payment in the reader's format and language. */
export type View = {
  checkout: Checkout;
  /** the remaining amount to send, in the reader's format */
  toSend: string | null;
  /** the least that must arrive for the payment to be paid, in the reader's format */
  toArrive: string | null;
  words: CheckoutWords;
  locale: Locale;
  /** the shop's return URL for this status, if it set one */
  back: ReturnLink | null;
  /** links to the shop's support; empty if the shop gave no contact */
  contact: ContactLink[];
  /** the ways to choose from at the top; only the chosen one is drawn */
  ways: Way[];
  way: Way;
  /** links that open wallet apps on this device */
  wallets: WalletLink[];
  /** the app whose own browser shows the page; null in a real browser */
  inApp: string | null;
  /** the page's own URL */
  pageUrl: string;
  receiptUrl: string;
  /** the form that sends the receipt by email; null where that isn't offered */
  receiptEmail: ReceiptEmailForm | null;
  /** the time left as it is printed: whole seconds for the script, and a clock */
  left: { seconds: string; clock: string };
  /** what the customer typed as a refund address, and why it wasn't saved */
  refused?: { typed: string; problem: RefundAddressProblem };
};

const ISOLATE = "\u2066";
const POP_ISOLATE = "\u2069";

/** `12.50 USDT` for sentences, isolated in right-to-left ones so that it keeps its order. */
export function withUnit(amount: string, locale: Locale): string {
  return isolated(`${amount}\u00a0USDT`, locale);
}

/** `24.90 € · 27.13 USDT` for sentences; without a price as `withUnit`. */
export function priceAndAmount({ price, amount }: Pick<Checkout, "price" | "amount">, locale: Locale): string {
  const words = `${amount}\u00a0USDT`;
  return isolated(price ? `${priceText(price)}\u00a0· ${words}` : words, locale);
}

/** `24.90 €`, of a price in the reader's format. */
export function priceText({ amount, currency }: CheckoutPrice): string {
  return `${amount}\u00a0${currencySign(currency)}`;
}

function isolated(words: string, locale: Locale): string {
  return directionOf(locale) === "rtl" ? `${ISOLATE}${words}${POP_ISOLATE}` : words;
}
