import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { engineContext } from "@/inngest/steps";
import { sendDueReports } from "@/lib/payments/reports/send-due-reports";

/** The rest is sent by the next run. */
const AT_ONCE = 100;

/** Sends the reports by email that are due. An interrupted run loses none: the rows say what was sent. */
export const sendReports = inngest.createFunction(
  { id: "send-reports", name: "Send reports by email", triggers: [cron("*/5 * * * *")], concurrency: 1, retries: 0 },
  async () => ({ handled: await sendDueReports(engineContext(), AT_ONCE) }),
);
