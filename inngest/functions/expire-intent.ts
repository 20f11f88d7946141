import { inngest } from "@/inngest/client";
import { intentCreated, intentSettled } from "@/inngest/events";
import { moveWhenDue, startDeliveries } from "@/inngest/steps";
import { expireIntentIfDue } from "@/lib/payments/intents/expire-due";

/** Sleeps until an intent's expiry and expires it, unless it has ended before. */
export const expireIntent = inngest.createFunction(
  {
    id: "expire-intent",
    name: "Expire an intent",
    triggers: [intentCreated],
    cancelOn: [{ event: intentSettled, if: "async.data.intentId == event.data.intentId" }],
  },
  async ({ event, step }) => {
    const { intentId, expiresAt } = event.data;
    await step.sleepUntil("until-expiry", expiresAt);
    const status = await moveWhenDue(step, "expire", intentId, expireIntentIfDue);
    await startDeliveries(step, intentId);
    return { status };
  },
);
