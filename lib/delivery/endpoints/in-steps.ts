/**
 * Rows that one statement changes at most: with more it could hold up others, or be cancelled when its time is over.
 */
export const STEP = 5_000;

/** Changes up to `limit` rows, in a transaction of its own. */
export type Step = (limit: number) => PromiseLike<{ count: number }>;

/**
 * Repeats each change until it finds fewer than `STEP` rows, or `signal` is aborted. They take turns, so that a large
 * one holds up no other. One that fails is left out and keeps no other from going on; its error is thrown in the end.
 */
export async function inSteps(changes: readonly Step[], signal?: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  for (let left = changes; left.length > 0; ) {
    const unfinished: Step[] = [];
    for (const change of left) {
      if (signal?.aborted) return;
      try {
        const { count } = await change(STEP);
        if (count === STEP) unfinished.push(change);
      } catch (error) {
        errors.push(error);
      }
    }
    left = unfinished;
  }
  if (errors.length > 0) throw errors[0];
}
