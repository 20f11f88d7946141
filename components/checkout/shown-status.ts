import type { ShownStatus } from "@/components/ui/status-drawing";
import type { Checkout } from "@/lib/payments/page/get-checkout";

/** A partially paid payment is shown with a status of its own. */
export function shownStatus(checkout: Pick<Checkout, "status" | "missing">): ShownStatus {
  return checkout.status === "pending" && checkout.missing !== null ? "partly" : checkout.status;
}
