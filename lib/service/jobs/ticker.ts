import type { Context } from "@/lib/base/context/context";
import type { Dispatcher } from "@/lib/delivery/sending/dispatcher";
import { type Lane, startLane } from "@/lib/service/jobs/lane";
import { type ChainReader, chain as chainWork, TIMED_WORK, type TimedWork } from "@/lib/service/jobs/timed-work";

export type Ticker = {
  /** Something may be due: looks at once. */
  wake(): void;
  /** Stops and waits for the work in flight. */
  stop(): Promise<void>;
};

/**
 * The embedded engine: one lane for each kind of work, so that none waits for another. Without `chain`, live is off.
 */
export function startTicker(ctx: Context, deliveries: Dispatcher, chain: ChainReader | null = null): Ticker {
  const stopping = new AbortController();
  const engine = { deliveries, chain, signal: stopping.signal };
  const lanes = new Map<TimedWork, Lane>();
  for (const work of TIMED_WORK) if (chain || work !== chainWork) lanes.set(work, start(work));

  function start(work: TimedWork): Lane {
    const run = async () => {
      const handled = await work.run(ctx, engine);
      if (handled > 0 && work.wakes) lanes.get(work.wakes)?.wake();
      return handled;
    };
    return startLane(work.name, run, () => work.msUntilDue(ctx, engine), work);
  }

  return {
    wake: () => {
      for (const [work, lane] of lanes) if (work.isWoken) lane.wake();
    },
    stop: async () => {
      stopping.abort();
      // at once: while it claims, its lane doesn't end
      await Promise.all([deliveries.stop(), ...[...lanes.values()].map((lane) => lane.stop())]);
    },
  };
}
