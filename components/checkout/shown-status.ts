import type { ShownStatus } from "@/components/ui/status-mark";
import type { Checkout } from "@/lib/intents/get-checkout";

/** A partially paid payment is shown with a status of its own. */
export function shownStatus(checkout: Pick<Checkout, "status" | "missing">): ShownStatus {
  return checkout.status === "pending" && checkout.missing !== null ? "partly" : checkout.status;
}

/** What the payment page shows: a status, `confirming` (the full amount was sent) or `closing` (the deadline passed). */
export type Face = ShownStatus | "confirming" | "closing";

type Told = Pick<Checkout, "status" | "missing" | "confirming" | "toSend" | "expiresInSeconds">;

/**
 * The customer isn't asked to pay while enough is being confirmed, nor after the deadline: payments sent in time still
 * count, and the final status follows once the chain has been read.
 */
export function faceOf(checkout: Told): Face {
  if (checkout.status !== "pending") return checkout.status;
  if (checkout.confirming && (checkout.toSend === null || checkout.expiresInSeconds === 0)) return "confirming";
  if (checkout.expiresInSeconds === 0) return "closing";
  return checkout.missing !== null || checkout.confirming ? "partly" : "pending";
}
