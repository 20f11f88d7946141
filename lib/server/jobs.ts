import { onWake } from "@/lib/api/wake";
import { systemContext } from "@/lib/context";
import { listen, WORK_CHANNEL } from "@/lib/db/listen";
import { env } from "@/lib/env";
import { dispatcher } from "@/lib/jobs/dispatcher";
import { startTicker } from "@/lib/jobs/ticker";
import type { Service } from "@/lib/server/boot";

/** Starts the embedded engine in this process, woken by its own requests and by other processes' notifications. */
export async function startJobs(service: Service): Promise<{ wake(): void; stop(): Promise<void> }> {
  const ticker = startTicker(systemContext(service.db, "ticker"), dispatcher());
  const endWake = onWake(() => ticker.wake());
  const endListening = await listen(env().DATABASE_URL as string, WORK_CHANNEL, () => ticker.wake());
  return {
    wake: () => ticker.wake(),
    stop: async () => {
      endWake();
      await Promise.all([ticker.stop(), endListening()]);
    },
  };
}
