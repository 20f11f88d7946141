import { limitInProcess } from "@/lib/api/limits/limit";
import { wakeJobs } from "@/lib/api/wake";
import { keepDeviceLonger } from "@/lib/auth/till";
import { tillPost } from "@/lib/auth/till-route";
import { ChargeInput, chargeAtTill } from "@/lib/pos/charge";

/** Makes a payment; the same `chargeId` again answers with the same payment. */
export const POST = tillPost(ChargeInput, async (till, input) => {
  limitInProcess("create", `pos:${till.terminalId}`);
  const payment = await chargeAtTill(till, input);
  wakeJobs({ intentId: payment.id, expiresAt: new Date(payment.expiresAt) });
  await keepDeviceLonger(till);
  return payment;
});
