import { limitCharge } from "@/lib/api/limits/limit-charge";
import { wakeJobs } from "@/lib/api/wake";
import { posPost } from "@/lib/auth/pos-route";
import { keepDeviceLonger } from "@/lib/auth/pos-session";
import { ChargeInput, chargeAtTerminal } from "@/lib/pos/charge";

/** Creates a payment. Repeating a `chargeId` returns the same payment. */
export const POST = posPost(ChargeInput, async (pos, input) => {
  limitCharge(pos);
  const payment = await chargeAtTerminal(pos, input);
  wakeJobs({ intentId: payment.id, expiresAt: new Date(payment.expiresAt) });
  await keepDeviceLonger(pos);
  return payment;
});
