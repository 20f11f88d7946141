import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";

/** What the window says without the service: before the first answer, and where the payment couldn't be started. */
export const SPOKEN = [
  "payment",
  "starting",
  "startFailed",
  "tryAgain",
  "close",
  "offline",
  "away",
] as const satisfies (keyof CheckoutWords)[];

export type SpokenWords = Pick<CheckoutWords, (typeof SPOKEN)[number]>;
