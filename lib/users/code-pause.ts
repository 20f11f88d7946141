/** Wrong codes without a pause: fingers slip, and clocks differ. */
const FREE = 4;
const FIRST_PAUSE_SECONDS = 60;
/** the longest pause, and how long one wrong code counts */
const LONGEST_PAUSE_SECONDS = 7_200;

/** The mail and the notice begin with the first pause. */
export const ALARMING_CODES = FREE + 1;

/**
 * The pause after the last of so many wrong codes: none, then a minute that doubles up to two hours. One wrong code is
 * forgotten every two hours, so nobody has more than 180 guesses in two weeks. Each is right with odds of 3 in a million
 * (a code counts for three time steps): all together 1 in 1,850.
 */
export function pauseSeconds(wrongCodes: number): number {
  if (wrongCodes <= FREE) return 0;
  return Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** (wrongCodes - FREE - 1));
}

/** How many wrong codes still count, so many seconds after the last one. A right code makes none of them forgotten. */
export function countedAfter(wrongCodes: number, seconds: number): number {
  return Math.max(0, wrongCodes - Math.floor(seconds / LONGEST_PAUSE_SECONDS));
}
