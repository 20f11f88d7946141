import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { rates } from "@/lib/service/jobs/timed-work";

/** Reads the rate URLs that are due. */
export const readRates = inngest.createFunction(
  { id: "read-rates", name: "Read exchange rates", triggers: [every(rates)], concurrency: 1, retries: 0 },
  async () => ({ read: await rates.run(engineContext()) }),
);
