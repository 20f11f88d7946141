import { wakeJobs } from "@/lib/api/wake";
import { posPost } from "@/lib/auth/pos-route";
import { IntentId } from "@/lib/intents/schemas";
import { cancelAtTerminal } from "@/lib/pos/cancel";

/** Cancels a pending payment for which no money was detected. */
export const POST = posPost(IntentId, async (pos, input) => {
  const payment = await cancelAtTerminal(pos, input);
  wakeJobs({ intentId: input.id, settled: true });
  return payment;
});
