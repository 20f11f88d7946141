import { processWide } from "@/lib/base/process/process-wide";

type Start = () => void;

/** Longer queries are followed by no longer rest. */
const LONGEST_REST_MS = 1_000;

/**
 * Runs a query of a heavy read once it is its turn, one at a time in a process and half of the time at most: after each
 * comes a rest as long as it took. So PostgreSQL's CPUs and the pool's other connections are left to requests. Of
 * several people each has a turn before one has another. Queries should take at most fractions of a second.
 */
export async function inTurn<T>(who: string, query: () => Promise<T>): Promise<T> {
  await takeTurn(who);
  const started = performance.now();
  try {
    return await query();
  } finally {
    setTimeout(endTurn, Math.min(performance.now() - started, LONGEST_REST_MS)).unref();
  }
}

/** Whose queries wait, in the order of their next turns. */
const turns = () => processWide("pacing.turns", () => ({ isTaken: false, waiting: new Map<string, Start[]>() }));

function takeTurn(who: string): Promise<void> | undefined {
  const state = turns();
  if (!state.isTaken) {
    state.isTaken = true;
    return;
  }
  return new Promise((resolve) => {
    const own = state.waiting.get(who);
    if (own) own.push(resolve);
    else state.waiting.set(who, [resolve]);
  });
}

function endTurn(): void {
  const state = turns();
  const [next] = state.waiting;
  if (!next) {
    state.isTaken = false;
    return;
  }
  const [who, [start, ...others]] = next as [string, [Start, ...Start[]]];
  state.waiting.delete(who);
  // behind everyone else
  if (others.length > 0) state.waiting.set(who, others);
  start();
}

/**
 * Runs long work of a person after what they began before, so that several of their reports end one after the other:
 * each is then rendered in one piece, and pieces that follow each other would keep others waiting together.
 */
export function afterOwn<T>(who: string, work: () => Promise<T>): Promise<T> {
  const last = processWide("pacing.own", () => new Map<string, Promise<unknown>>());
  const run = (last.get(who) ?? Promise.resolve()).then(work, work);
  last.set(who, run);
  const forget = () => {
    if (last.get(who) === run) last.delete(who);
  };
  run.then(forget, forget);
  return run;
}
