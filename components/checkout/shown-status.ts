import type { ShownStatus } from "@/components/ui/status-mark";
import type { Checkout } from "@/lib/intents/get-checkout";

/** Waiting with some of the money in is shown as a status of its own. */
export function shownStatus(checkout: Pick<Checkout, "status" | "missing">): ShownStatus {
  return checkout.status === "pending" && checkout.missing !== null ? "partly" : checkout.status;
}

/** True when more arrived than was asked for. */
export function isOverpaid(checkout: Pick<Checkout, "status" | "received" | "amount">): boolean {
  return checkout.status === "paid" && checkout.received !== null && checkout.received !== checkout.amount;
}
