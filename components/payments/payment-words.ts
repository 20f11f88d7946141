import type { ShownStatus } from "@/components/ui/status-mark";
import type { PaymentFlag } from "@/lib/intents/payment-filter";
import type { IntentStatus } from "@/lib/intents/state";

/** A pending payment that part of the money has come for is shown as such. */
export function shownStatus(payment: { status: IntentStatus; receivedMicros: bigint }): ShownStatus {
  return payment.status === "pending" && payment.receivedMicros > 0n ? "partly" : payment.status;
}

/** What is out of the ordinary, in a word or two, and in a sentence. */
export const FLAG_WORDS: Record<PaymentFlag, { short: string; sentence: string }> = {
  partial: { short: "Part paid", sentence: "Less than the amount has arrived." },
  over: { short: "Overpaid", sentence: "More than the amount has arrived." },
  late: { short: "Late money", sentence: "Money arrived after the payment had ended." },
};

/** What a simulated customer does, as the buttons say it. */
export const OUTCOME_WORDS: Record<string, string> = {
  paid: "Pay exactly",
  underpaid: "Pay too little",
  overpaid: "Pay too much",
  late: "Pay too late",
  expired: "Let it expire",
};
