import { ChargeInput, chargeAtTerminal } from "@/lib/payments/pos/charge";
import { limitCharge } from "@/lib/service/api/limits/limit-charge";
import { wakeJobs } from "@/lib/service/api/wake";
import { posPost } from "@/lib/service/auth/pos-route";
import { renewDeviceCookie } from "@/lib/service/auth/pos-session";

/** Creates a payment. Repeating a `chargeId` returns the same payment. */
export const POST = posPost(ChargeInput, async (pos, input) => {
  limitCharge(pos);
  const payment = await chargeAtTerminal(pos, input);
  wakeJobs({ intentId: payment.id, expiresAt: new Date(payment.expiresAt) });
  await renewDeviceCookie(pos);
  return payment;
});
