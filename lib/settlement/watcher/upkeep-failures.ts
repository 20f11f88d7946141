import { processWide } from "@/lib/base/process/process-wide";

/** So long a task may fail because of a provider before that is an alarm. */
const PATIENCE_MS = 30 * 60_000;
/** After such a pause, another engine may have done the task. */
const PAUSE_MS = 10 * 60_000;

type Failing = { since: number; last: number };

const failing = () => processWide("watcher.failing", () => new Map<string, Failing>());

/** Records that a task could not be done; true once that has lasted for half an hour. `now`: milliseconds. */
export function recordFailure(task: string, now = performance.now()): boolean {
  const known = failing().get(task);
  const since = known && now - known.last <= PAUSE_MS ? known.since : now;
  failing().set(task, { since, last: now });
  return now - since >= PATIENCE_MS;
}

/** Whether this process could not do the task within the last `ms` milliseconds. */
export function hasJustFailed(task: string, ms: number): boolean {
  const known = failing().get(task);
  return known !== undefined && performance.now() - known.last < ms;
}

/** The task succeeded, or is to be tried at once. */
export function forgetFailure(task: string): void {
  failing().delete(task);
}
