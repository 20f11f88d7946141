import type { View } from "./view";

/** The label of an amount that was received and not applied, and the sentence that says why. */
export function uncountedLabels({ checkout, words }: Pick<View, "checkout" | "words">): { name: string; text: string } {
  switch (checkout.status) {
    case "paid":
      return { name: words.notApplied, text: words.afterPaidText };
    case "cancelled":
      return { name: words.notApplied, text: words.afterCancellationText };
    default:
      return lateLabels(checkout.transfers ?? [], words);
  }
}

/** What was paid in time isn't called late, also where more came after it. */
function lateLabels(transfers: View["checkout"]["transfers"], words: View["words"]) {
  const has = (state: (typeof transfers)[number]["state"]) => transfers.some((one) => one.state === state);
  if (!has("foundLate")) return { name: words.latePayment, text: words.latePaymentText };
  return { name: has("notApplied") ? words.notApplied : words.foundLate, text: words.foundLateText };
}
