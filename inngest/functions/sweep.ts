import { cron } from "inngest";
import { inngest } from "@/inngest/client";
import { followDeliveries } from "@/inngest/deliveries";
import { engineContext } from "@/inngest/steps";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { dispatcher } from "@/lib/service/jobs/dispatcher";
import { tick } from "@/lib/service/jobs/tick";

const DELIVERIES_MS = 45_000;

/**
 * Does all due work every minute, including work whose event was lost: the rows decide, not the events. It takes
 * no step, since Inngest's cloud counts and charges each.
 */
export const sweep = inngest.createFunction(
  { id: "sweep", name: "Do all that is due", triggers: [cron("* * * * *")], concurrency: 1, retries: 0 },
  () => tick(engineContext(), inBoundedTime(dispatcher())),
);

/** Under steady traffic deliveries never come to rest; the next sweep must not wait for that. */
function inBoundedTime(deliveries: Dispatcher): Dispatcher {
  return { ...deliveries, idle: () => followDeliveries(deliveries, DELIVERIES_MS) };
}
