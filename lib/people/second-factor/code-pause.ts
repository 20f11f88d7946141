/** Wrong codes without a pause, for typing errors and clocks that differ. */
const FREE = 4;
const FIRST_PAUSE_SECONDS = 60;
/** the longest pause, and how long one wrong code counts */
const LONGEST_PAUSE_SECONDS = 7_200;

/** The number of wrong codes from which the person is warned: that of the first pause. */
export const ALARMING_CODES = FREE + 1;

/**
 * Seconds to wait after this many wrong codes: none, then a minute that doubles up to two hours. One is forgotten every
 * two hours, which leaves 180 guesses in two weeks, each right with odds of 3 in a million: 1 in 1,850 altogether.
 */
export function pauseSeconds(wrongCodes: number): number {
  if (wrongCodes <= FREE) return 0;
  return Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (wrongCodes - FREE - 1));
}

/** How many wrong codes still count this many seconds after the last one. A correct code does not reset the number. */
export function countedAfter(wrongCodes: number, seconds: number): number {
  return Math.max(0, wrongCodes - Math.floor(seconds / LONGEST_PAUSE_SECONDS));
}
