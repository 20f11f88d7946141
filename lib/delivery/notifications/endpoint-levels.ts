/** Attempts that failed in a row from which people are notified, and again at each of the following. */
const FAILURE_STEPS = [3, 10, 30, 100, 300, 1_000];
/** Enough failed attempts to tell the steps apart. */
export const MOST_WAITING = 1_000;
const OFF_LEVEL = FAILURE_STEPS.length + 1;

/** How bad it is: 0 isn't worth a word, and each higher level is. */
export function endpointLevel({ failures, isOff }: { failures: number; isOff: boolean }): number {
  return isOff ? OFF_LEVEL : FAILURE_STEPS.filter((step) => failures >= step).length;
}

/** The level from which an endpoint gets worse: one that was disabled and is enabled again begins anew. */
export function levelBefore(known: number, now: number): number {
  return known === OFF_LEVEL && now < OFF_LEVEL ? 0 : known;
}
