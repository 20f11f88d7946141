import { inngest } from "@/inngest/client";
import { deliveryQueued, tellDue } from "@/inngest/events";
import { engineContext } from "@/inngest/steps";
import { attemptDelivery, type DeliveryProgress } from "@/lib/delivery/sending/attempt-delivery";

/** The attempts of one series, plus retries while another process holds the delivery; the sweep does the rest. */
const MAX_STEPS = 20;
/**
 * Concurrent attempts per endpoint, so that a hanging endpoint leaves some of the five runs of Inngest's smallest plan.
 */
const PER_ENDPOINT = 3;
const MIN_SLEEP_MS = 1_000;

/**
 * Attempts a delivery until it has ended. The row holds the time of the next attempt; Inngest's retries
 * are only for steps that couldn't reach the database.
 */
export const deliverWebhook = inngest.createFunction(
  {
    id: "deliver-webhook",
    name: "Deliver a webhook",
    triggers: [deliveryQueued],
    concurrency: [{ key: "event.data.endpointId", limit: PER_ENDPOINT }],
  },
  async ({ event, step }) => {
    for (let n = 1; n <= MAX_STEPS; n++) {
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

/** A time that is past for this process but still ahead for the database must not make the loop spin. */
function sleepable(progress: DeliveryProgress, nowMs: number): DeliveryProgress {
  if (progress.done) return progress;
  const retryMs = Math.max(Date.parse(progress.retryAt), nowMs + MIN_SLEEP_MS);
  return { done: false, retryAt: new Date(retryMs).toISOString() };
}
