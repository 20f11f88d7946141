export type Coalesced = {
  add(ids: Iterable<string>): void;
  stop(): void;
};

type Options = {
  /** pause between two runs; after a longer idle time the next run starts at once */
  pauseMs: number;
  /** pause after a failed run */
  retryMs: number;
  /** most ids of one run */
  max: number;
  onFailure(ids: string[], error: unknown): void;
};

/**
 * Collects ids and runs `work` for all of them together, one run at a time with a short pause between. An id added
 * during a run gets another run. A failed run is reported and repeated.
 */
export function coalesce(
  work: (ids: string[]) => Promise<void>,
  { pauseMs, retryMs, max, onFailure }: Options,
): Coalesced {
  const waiting = new Set<string>();
  let notBefore = 0;
  let armed = false;
  let stopped = false;

  function arm() {
    if (armed || stopped || waiting.size === 0) return;
    armed = true;
    const ms = notBefore - performance.now();
    if (ms > 0) setTimeout(run, ms).unref();
    else setImmediate(run);
  }

  async function run() {
    if (stopped) return;
    const ids = [...waiting].slice(0, max);
    for (const id of ids) waiting.delete(id);
    let pause = waiting.size > 0 ? 0 : pauseMs;
    try {
      await work(ids);
    } catch (error) {
      for (const id of ids) waiting.add(id);
      pause = retryMs;
      onFailure(ids, error);
    }
    notBefore = performance.now() + pause;
    armed = false;
    arm();
  }

  return {
    add(ids) {
      for (const id of ids) waiting.add(id);
      arm();
    },
    stop() {
      stopped = true;
    },
  };
}
