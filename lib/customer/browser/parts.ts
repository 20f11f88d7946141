import type { CheckoutWords } from "@/lib/customer/checkout/words/checkout-words";

/** A named part of the payment, if this state has it. */
export function part(within: ParentNode, name: string): HTMLElement | null {
  return within.querySelector<HTMLElement>(`[data-part="${name}"]`);
}

/** What the server gave the script to say. */
export function wordsOf(part: Element): Partial<CheckoutWords> {
  const { words } = part.closest<HTMLElement>("[data-words]")?.dataset ?? {};
  return words ? JSON.parse(words) : {};
}
