import { wakeJobs } from "@/lib/api/wake";
import { tillPost } from "@/lib/auth/till-route";
import { IntentId } from "@/lib/intents/schemas";
import { cancelAtTill } from "@/lib/pos/cancel";

/** Cancels a payment that waits and that no money was seen for. */
export const POST = tillPost(IntentId, async (till, input) => {
  const payment = await cancelAtTill(till, input);
  wakeJobs({ intentId: input.id, settled: true });
  return payment;
});
