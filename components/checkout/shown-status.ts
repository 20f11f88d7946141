import type { ShownStatus } from "@/components/ui/status-mark";
import type { Checkout } from "@/lib/intents/get-checkout";

/** Waiting with some of the money in is shown as a status of its own. */
export function shownStatus(checkout: Pick<Checkout, "status" | "missing">): ShownStatus {
  return checkout.status === "pending" && checkout.missing !== null ? "partly" : checkout.status;
}

/** What the customer's page shows: the statuses, all of the money on its way, and the time up with the end not yet known. */
export type Face = ShownStatus | "confirming" | "closing";

type Told = Pick<Checkout, "status" | "missing" | "confirming" | "toSend" | "expiresInSeconds">;

/**
 * Nobody is asked to pay while enough is on its way, nor when the time is up: money that was sent in time still counts
 * then, and the end comes once the network has been heard.
 */
export function faceOf(checkout: Told): Face {
  if (checkout.status !== "pending") return checkout.status;
  if (checkout.confirming && (checkout.toSend === null || checkout.expiresInSeconds === 0)) return "confirming";
  if (checkout.expiresInSeconds === 0) return "closing";
  return checkout.missing !== null || checkout.confirming ? "partly" : "pending";
}
