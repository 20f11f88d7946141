import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { reports } from "@/lib/service/jobs/timed-work";

/** Sends the reports by email that are due. An interrupted run loses none: the rows say what was sent. */
export const sendReports = inngest.createFunction(
  { id: "send-reports", name: "Send reports by email", triggers: [every(reports)], concurrency: 1, retries: 0 },
  async () => ({ handled: await reports.run(engineContext(), {}) }),
);
