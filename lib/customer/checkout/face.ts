import type { paymentIntents } from "@/drizzle/schema";

/** What a customer is shown of a payment, on the page and in the window. Pure, for the server and for browsers. */

type IntentStatus = (typeof paymentIntents.$inferSelect)["status"];

/** `confirming`: the full amount was sent. `closing`: the deadline has passed and the end is not known yet. */
export type Face = IntentStatus | "partly" | "confirming" | "closing";

/** The progress of a payment as the service reports it. Amounts in USDT. */
export type Told = {
  status: IntentStatus;
  /** applied, in final blocks */
  received_usdt: number;
  /** remaining, unconfirmed transfers not deducted */
  missing_usdt: number;
  /** what should still be sent, unconfirmed transfers deducted; 0 within the tolerance */
  to_send_usdt: number;
  /** detected transfers in blocks that are not final yet */
  confirming: { confirmations: number; required: number; amount_usdt: number } | null;
  /** a transfer was received and not applied */
  uncounted: boolean;
  /** whole seconds, 0 after the deadline */
  expires_in_seconds: number;
  /** the blockchain isn't read right now, so a payment may have been sent that isn't shown; left out: it is */
  delayed?: true;
  /** another text after each change of the payment's refunds; left out: there is none */
  refunds?: string;
  /** a refund is still to be paid, so the payment changes after its end; left out: none is */
  refunding?: true;
};

/**
 * The customer isn't asked to pay while enough is being confirmed, nor after the deadline: payments sent in time still
 * count, and the final status follows once the chain has been read.
 */
export function faceOf(told: Told): Face {
  if (told.status !== "pending") return told.status;
  const isOver = told.expires_in_seconds <= 0;
  if (told.confirming && (isOver || told.to_send_usdt === 0)) return "confirming";
  if (isOver) return "closing";
  return told.confirming || (told.received_usdt > 0 && told.missing_usdt > 0) ? "partly" : "pending";
}

/** Whether this face asks the customer to pay. */
export const asksToPay = (face: Face) => face === "pending" || face === "partly";

/** A text that changes when there is something new to show; confirmations and seconds are updated in place. */
export function newsOf(told: Told): string {
  const { received_usdt, confirming, uncounted, delayed, refunds } = told;
  const news = [faceOf(told), received_usdt, confirming?.amount_usdt ?? 0, uncounted];
  return [...news, ...(delayed ? ["delayed"] : []), ...(refunds ? [refunds] : [])].join();
}
