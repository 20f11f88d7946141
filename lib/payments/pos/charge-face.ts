import type { CurrentCharge } from "@/lib/payments/pos/current-charge";
import type { PosPayment } from "@/lib/payments/pos/present";
import type { StoredCharge } from "@/lib/payments/pos/stored-charge";

/**
 * What a keypad shows. `asking`: the server has not answered yet. `unsure`: the payment may be cancelled. `closing`:
 * the time is up and the end isn't known yet. Neither of these two shows a code. Pure, for browsers.
 */
export type ChargeFace = "nothing" | "asking" | "waiting" | "unsure" | "closing" | "paid" | "ended";

export function faceOf({ stored, payment, secondsLeft, isUnsure }: CurrentCharge): ChargeFace {
  if (payment === null) return stored === null ? "nothing" : "asking";
  if (payment.status === "paid") return "paid";
  if (payment.status !== "pending") return "ended";
  if (secondsLeft <= 0 && isAmountDue(payment)) return "closing";
  return isUnsure ? "unsure" : "waiting";
}

/** Not while enough is being confirmed. */
function isAmountDue({ confirming, send }: PosPayment): boolean {
  return confirming === null || send !== null;
}

/** What the server is asked again and again, each until it isn't here any more. */
export type ChargePolls = {
  /** until it is answered: sends the charge, or loads its payment once that is known */
  charge: StoredCharge | null;
  /** id of the payment whose status is watched */
  status: string | null;
  /** id of a payment that has ended, to be loaded with its end */
  end: string | null;
};

export function pollsOf({ stored, isAsking, payment }: CurrentCharge): ChargePolls {
  return {
    charge: isAsking ? stored : null,
    status: payment?.status === "pending" ? payment.id : null,
    end: payment !== null && payment.status !== "pending" && payment.endedAt === null ? payment.id : null,
  };
}
