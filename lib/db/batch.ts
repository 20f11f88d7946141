type Waiting<In, Out> = { input: In; resolve: (output: Out) => void; reject: (error: unknown) => void };

/**
 * Combines calls that arrive while earlier ones are running: `run` gets up to `max` inputs and returns outputs in the same
 * order, with at most `lanes` runs at a time. A caller waits only for its own run; a single call starts immediately.
 */
export function batch<In, Out>(
  run: (inputs: In[]) => Promise<Out[]>,
  { max = 256, lanes = 2 }: { max?: number; lanes?: number } = {},
): (input: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = [];
  let running = 0;
  let armed = false;

  function start() {
    armed = false;
    while (running < lanes && queue.length > 0) {
      const group = queue.slice(0, max);
      queue = queue.slice(max);
      running++;
      void runGroup(group);
    }
  }

  async function runGroup(group: Waiting<In, Out>[]) {
    try {
      const outputs = await run(group.map((waiting) => waiting.input));
      group.forEach((waiting, index) => {
        waiting.resolve(outputs[index] as Out);
      });
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    }
    running--;
    start();
  }

  return (input) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ input, resolve, reject });
      if (armed || running >= lanes) return;
      armed = true;
      setImmediate(start);
    });
}

/** True if Postgres rejected the data of a statement, so that retrying its rows one by one may help. */
export function isRowError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && /^(22|23|40)...$/.test(code);
}
