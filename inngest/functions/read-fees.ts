import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { fees } from "@/lib/service/jobs/timed-work";

/** Reads from a node what transactions cost. */
export const readFees = inngest.createFunction(
  { id: "read-fees", name: "Read what transactions cost", triggers: [every(fees)], concurrency: 1, retries: 0 },
  async () => ({ read: await fees.run(engineContext(), {}) }),
);
