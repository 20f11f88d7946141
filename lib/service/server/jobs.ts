import { systemContext } from "@/lib/base/context/context";
import { directUrl } from "@/lib/base/db/client";
import { listen, notifyWork, WORK_CHANNEL } from "@/lib/base/db/listen";
import { log } from "@/lib/base/process/log";
import { onWake } from "@/lib/service/api/wake";
import { chainReader } from "@/lib/service/jobs/chain-reader";
import { dispatcher } from "@/lib/service/jobs/dispatcher";
import { startTicker } from "@/lib/service/jobs/ticker";
import type { Service } from "@/lib/service/server/boot";

const NOTIFY_MS = 20;

/** Without an engine in this process, notifies those of other processes: at most one notification every 20 ms. */
export function notifyEngines(service: Service): () => void {
  let waiting = false;
  return onWake(() => {
    if (waiting) return;
    waiting = true;
    setTimeout(() => {
      waiting = false;
      notifyWork(service.db).catch((error) => log().warn({ err: error }, "the engines could not be notified"));
    }, NOTIFY_MS);
  });
}

/** Starts the embedded engine in this process. Its own requests and notifications from other processes wake it. */
export async function startJobs(service: Service): Promise<{ stop(): Promise<void> }> {
  const ctx = systemContext(service.db, "ticker");
  const chain = chainReader(ctx);
  const ticker = startTicker(ctx, dispatcher(), chain);
  const endWake = onWake(() => ticker.wake());
  const endListening = await listen(directUrl(), WORK_CHANNEL, () => ticker.wake());
  return {
    stop: async () => {
      endWake();
      await Promise.all([ticker.stop(), endListening(), chain?.close()]);
    },
  };
}
