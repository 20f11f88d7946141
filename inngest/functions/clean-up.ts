import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { cleaning } from "@/lib/service/jobs/timed-work";

/** Deletes rows that are past their retention. */
export const cleanUp = inngest.createFunction(
  { id: "clean-up", name: "Remove what is past its retention", triggers: [every(cleaning)], concurrency: 1 },
  async () => ({ removed: await cleaning.run(engineContext(), {}) }),
);
