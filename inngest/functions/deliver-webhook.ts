import { inngest } from "@/inngest/client";
import { deliveryQueued, tellDue } from "@/inngest/events";
import { engineContext } from "@/inngest/steps";
import { attemptDelivery, type DeliveryProgress } from "@/lib/webhooks/attempt-delivery";

/** Attempts of one series and as many looks again at a delivery that somebody else holds; the sweep has the rest. */
const MAX_LOOKS = 20;
/** Attempts at once at one endpoint, so that one which hangs leaves some of the five that Inngest's smallest plan has. */
const PER_ENDPOINT = 3;
const MIN_SLEEP_MS = 1_000;

/**
 * Attempts a delivery until it has ended. When comes next is read from the row, where our schedule is; Inngest's retries
 * are only for a step that could not reach the database.
 */
export const deliverWebhook = inngest.createFunction(
  {
    id: "deliver-webhook",
    name: "Deliver a webhook",
    triggers: [deliveryQueued],
    concurrency: [{ key: "event.data.endpointId", limit: PER_ENDPOINT }],
  },
  async ({ event, step }) => {
    for (let n = 1; n <= MAX_LOOKS; n++) {
      const progress = await step.run(`attempt-${n}`, async () =>
        sleepable(await attemptDelivery(engineContext(), event.data.deliveryId), Date.now()),
      );
      if (progress.done && progress.recovered) await step.sendEvent("tell-due", tellDue());
      if (progress.done) return { status: progress.status };
      await step.sleepUntil(`until-${n + 1}`, progress.retryAt);
    }
    return { status: "pending" };
  },
);

/** A moment that is past for this process and still to come for the database must not make the loop spin. */
function sleepable(progress: DeliveryProgress, nowMs: number): DeliveryProgress {
  if (progress.done) return progress;
  const retryMs = Math.max(Date.parse(progress.retryAt), nowMs + MIN_SLEEP_MS);
  return { done: false, retryAt: new Date(retryMs).toISOString() };
}
