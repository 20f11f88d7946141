import { inngest } from "@/inngest/client";
import { every } from "@/inngest/every";
import { engineContext } from "@/inngest/steps";
import { wakeJobs } from "@/lib/service/api/wake";
import { chain } from "@/lib/service/jobs/timed-work";
import { watchFor } from "@/lib/service/jobs/watch-for";

const WATCH_MS = 50_000;

/**
 * Reads the chain for most of each minute, at the pace that the rows ask for. One run at a time, and no steps:
 * Inngest's cloud counts and charges each, and after an interrupted run the next one continues from the cursor.
 */
export const watchChain = inngest.createFunction(
  { id: "watch-chain", name: "Read the blockchain", triggers: [every(chain)], concurrency: 1, retries: 0 },
  () => watchFor(engineContext(), WATCH_MS, () => wakeJobs()),
);
