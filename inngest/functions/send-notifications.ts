import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { engineContext } from "@/inngest/steps";
import { sendDueNotifications } from "@/lib/delivery/notifications/send-due";
import { noteProblems } from "@/lib/service/jobs/note-problems";

/** The rest is sent by the next run. */
const AT_ONCE = 100;
/** A mail server that doesn't answer must not hold up the next run, which looks for problems. */
const SENDING_MS = 40_000;

/** Looks for problems and sends the notifications that are due. An interrupted run loses none: the rows say what was sent. */
export const sendNotifications = inngest.createFunction(
  { id: "send-notifications", name: "Send notifications", triggers: [cron("* * * * *")], concurrency: 1, retries: 0 },
  async () => {
    const noted = await noteProblems(engineContext());
    return { noted, handled: await sendDueNotifications(engineContext(), AT_ONCE, AbortSignal.timeout(SENDING_MS)) };
  },
);
