import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { numbering } from "@/lib/service/jobs/timed-work";

/** Puts the latest events in the order of the feed. */
export const numberFeed = inngest.createFunction(
  { id: "number-feed", name: "Number events for the feed", triggers: [every(numbering)], concurrency: 1, retries: 0 },
  async () => ({ numbered: await numbering.run(engineContext()) }),
);
