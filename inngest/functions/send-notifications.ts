import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { notifications, problems } from "@/lib/service/jobs/timed-work";

/** A mail server that doesn't answer must not hold up the next run, which looks for problems. */
const SENDING_MS = 40_000;

/**
 * Looks for problems and sends the notifications that are due. An interrupted run loses none: the rows say what was
 * sent.
 */
export const sendNotifications = inngest.createFunction(
  { id: "send-notifications", name: "Send notifications", triggers: [every(problems)], concurrency: 1, retries: 0 },
  async () => {
    const noted = await problems.run(engineContext());
    const signal = AbortSignal.timeout(SENDING_MS);
    const handled = await Promise.all(notifications.map(({ run }) => run(engineContext(), { signal })));
    return { noted, handled: handled.reduce((sum, count) => sum + count, 0) };
  },
);
