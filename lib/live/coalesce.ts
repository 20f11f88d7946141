export type Gathered = {
  add(ids: Iterable<string>): void;
  stop(): void;
};

type Options = {
  /** pause between two looks; the first after a longer one begins at once */
  gatherMs: number;
  /** pause after a look that failed */
  againMs: number;
  /** ids of one look */
  max: number;
  onFailure(ids: string[], error: unknown): void;
};

/**
 * Gathers ids and looks at all of them together, one look at a time with a short pause between. An id that comes while a
 * look is under way gets another one. A look that fails is told of and repeated.
 */
export function gather(
  look: (ids: string[]) => Promise<void>,
  { gatherMs, againMs, max, onFailure }: Options,
): Gathered {
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
    let pause = waiting.size > 0 ? 0 : gatherMs;
    try {
      await look(ids);
    } catch (error) {
      for (const id of ids) waiting.add(id);
      pause = againMs;
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
