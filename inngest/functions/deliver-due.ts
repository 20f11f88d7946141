import { inngest } from "@/inngest/client";
import { followDeliveries } from "@/inngest/deliveries";
import { webhooksDue } from "@/inngest/events";
import { dispatcher } from "@/lib/service/jobs/dispatcher";

/** An attempt ends within ten seconds and is then recorded. */
const FOLLOW_MS = 12_000;

/**
 * Attempts every delivery that is due, for wakes that name no intent: a rotated key, a resend, a payment read from the
 * chain, an endpoint that accepts webhooks again. A lost run only costs time: the sweep does the same work.
 */
export const deliverDue = inngest.createFunction(
  { id: "deliver-due", name: "Deliver what is due", triggers: [webhooksDue], retries: 0 },
  async () => {
    const deliveries = dispatcher();
    const begun = await deliveries.pump();
    await followDeliveries(deliveries, FOLLOW_MS);
    return { begun };
  },
);
