import type { Database } from "@/lib/base/db/client";
import { processWide } from "@/lib/base/process/process-wide";
import { bindTrace } from "@/lib/base/process/tracing";

type Options = { max?: number; concurrency?: number };
type Waiting<In, Out> = {
  input: In;
  resolve: (output: Out) => void;
  reject: (error: unknown) => void;
  inTrace: (work: () => void) => void;
};

/**
 * Combines calls that arrive while earlier ones are running: `run` gets up to `max` inputs and returns outputs in the
 * same order, with at most `concurrency` runs at a time. A caller waits only for its own run; a single call starts
 * immediately.
 */
export function batch<In, Out>(
  run: (inputs: In[]) => Promise<Out[]>,
  { max = 256, concurrency = 2 }: Options = {},
): (input: In) => Promise<Out> {
  let queue: Waiting<In, Out>[] = [];
  let running = 0;
  let armed = false;

  function start() {
    armed = false;
    while (running < concurrency && queue.length > 0) {
      const group = queue.slice(0, max);
      queue = queue.slice(max);
      running++;
      // otherwise every group under load would belong to the trace of the call that began the first one
      group[0]?.inTrace(() => void runGroup(group));
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
      queue.push({ input, resolve, reject, inTrace: bindTrace() });
      if (armed || running >= concurrency) return;
      armed = true;
      setImmediate(start);
    });
}

/**
 * One batch for each open database, made on first use and dropped with the database: two databases in one process share
 * no query. `name` makes it the same batch in every bundle of the process.
 */
export function databaseBatch<In, Out>(
  name: string,
  run: (db: Database, inputs: In[]) => Promise<Out[]>,
  options?: Options,
): (db: Database) => (input: In) => Promise<Out> {
  const made = processWide(name, () => new WeakMap<Database, (input: In) => Promise<Out>>());
  return (db) => {
    let known = made.get(db);
    if (!known) {
      known = batch((inputs) => run(db, inputs), options);
      made.set(db, known);
    }
    return known;
  };
}

/** As `databaseBatch`, for rows by their ID, which `select` gives in any order; null where there is none. */
export function batchById<Row extends { id: string }>(
  name: string,
  select: (db: Database, ids: string[]) => PromiseLike<readonly Row[]>,
): (db: Database) => (id: string) => Promise<Row | null> {
  return databaseBatch(name, async (db, ids: string[]) => {
    const byId = new Map((await select(db, ids)).map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id) ?? null);
  });
}

/** True if Postgres rejected the data of a statement, so that retrying its rows one by one may help. */
export function isRowError(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === "string" && /^(22|23|40)...$/.test(code);
}
