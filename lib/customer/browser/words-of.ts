import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";

/** What the server gave the script to say. */
export function wordsOf(part: Element): Partial<CheckoutWords> {
  const { words } = part.closest<HTMLElement>("[data-words]")?.dataset ?? {};
  return words ? JSON.parse(words) : {};
}
