import type { Context } from "@/lib/base/context/context";
import { processWide } from "@/lib/base/process/process-wide";
import { newRangeLimits } from "@/lib/chain/nodes/block-range";
import { watchContext } from "@/lib/chain/nodes/watch-context";
import type { ChainReader } from "@/lib/service/jobs/timed-work";
import { msUntilPass } from "@/lib/settlement/watcher/pace";
import { watchOnce } from "@/lib/settlement/watcher/watcher";

/** Reads the chain for this process's engine; null while live is off. */
export function chainReader(ctx: Context): (ChainReader & { close(): Promise<void> }) | null {
  const { network } = ctx.settings;
  if (!network) return null;
  // engines that run on a schedule make a reader each time, and what nodes can answer is learned over several passes
  const rangeLimits = processWide(`range limits ${network.id}`, newRangeLimits);
  const watch = { ...watchContext(ctx, network), rangeLimits };
  return {
    msUntilDue: () => msUntilPass(watch),
    run: async () => {
      if ((await msUntilPass(watch)) > 0) return 0;
      const { outcome } = await watchOnce(watch);
      return outcome === "busy" ? 0 : 1;
    },
    // a node that doesn't respond must not delay shutdown: an interrupted pass is repeated
    close: () => watch.providers.close(),
  };
}
