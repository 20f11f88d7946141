import { IntentId } from "@/lib/payments/intents/schemas";
import { cancelAtTerminal } from "@/lib/payments/pos/cancel";
import { wakeJobs } from "@/lib/service/api/wake";
import { posPost } from "@/lib/service/auth/pos-route";

/** Cancels a pending payment for which no money was detected. */
export const POST = posPost(IntentId, async (pos, input) => {
  const payment = await cancelAtTerminal(pos, input);
  wakeJobs({ intentId: input.id, settled: true });
  return payment;
});
