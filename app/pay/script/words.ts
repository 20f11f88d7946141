import type { CheckoutWords } from "@/lib/checkout/words/checkout-words";

/** What the server gave this page to say. */
export function wordsOf(part: Element): Partial<CheckoutWords> {
  const { words } = part.closest<HTMLElement>("[data-words]")?.dataset ?? {};
  return words ? JSON.parse(words) : {};
}
