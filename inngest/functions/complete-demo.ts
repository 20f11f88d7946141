import { inngest } from "@/inngest/client";
import { demoCreated, tellSettled } from "@/inngest/events";
import { moveWhenDue, startDeliveries } from "@/inngest/steps";
import { completeDemoIfDue } from "@/lib/payments/intents/complete-demo";
import { DEMO_DELAY_MS } from "@/lib/payments/intents/present";

/** Pays a demo intent six seconds after its creation, and ends the run that sleeps until its expiry. */
export const completeDemo = inngest.createFunction(
  { id: "complete-demo", name: "Pay a demo intent", triggers: [demoCreated] },
  async ({ event, step }) => {
    const { intentId, dueAt } = event.data;
    await step.sleepUntil("until-due", dueAt ?? new Date(event.ts + DEMO_DELAY_MS));
    const status = await moveWhenDue(step, "complete", intentId, completeDemoIfDue);
    await startDeliveries(step, intentId);
    if (status !== "pending") await step.sendEvent("tell-settled", tellSettled(intentId));
    return { status };
  },
);
