import type { View } from "./view";

/** The label of an amount that was received and not applied, and the sentence that says why. */
export function uncountedLabels({ checkout, words }: Pick<View, "checkout" | "words">): { name: string; text: string } {
  switch (checkout.status) {
    case "paid":
      return { name: words.notApplied, text: words.afterPaidText };
    case "cancelled":
      return { name: words.notApplied, text: words.afterCancellationText };
    default:
      return { name: words.latePayment, text: words.latePaymentText };
  }
}
