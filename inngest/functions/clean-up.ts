import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { engineContext } from "@/inngest/steps";
import { removeOld } from "@/lib/service/jobs/remove-old";

/** Deletes rows that are past their retention. */
export const cleanUp = inngest.createFunction(
  { id: "clean-up", name: "Remove what is past its retention", triggers: [cron("*/10 * * * *")], concurrency: 1 },
  async () => ({ removed: await removeOld(engineContext()) }),
);
