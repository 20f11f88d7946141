/** The time left to pay. Pure, for the server and for browsers. */

/** `1781` → `29:41`, `5400` → `1:30:00`. */
export function formatClock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Whole seconds left, rounded up; 1 ms of slack absorbs rounding errors of `performance.now()`. */
export function secondsUntil(deadlineMs: number, nowMs: number): number {
  return Math.max(0, Math.ceil((deadlineMs - nowMs - 1) / 1_000));
}

/** The server sends whole seconds, so smaller differences are ignored. */
const SLACK_MS = 1_500;

/**
 * The deadline after the server has said how much time is left: the known one, unless it is off by more than a
 * rounding.
 */
export function deadlineFrom(knownMs: number | null, nowMs: number, secondsLeft: number): number {
  const told = nowMs + secondsLeft * 1_000;
  return knownMs !== null && Math.abs(knownMs - told) < SLACK_MS ? knownMs : told;
}

const SPOKEN_AT = [300, 60];

/** The mark that was just passed, in seconds, for a reader who doesn't see the clock: five minutes and one. */
export function spokenMark(before: number, now: number): number | null {
  return SPOKEN_AT.find((mark) => before > mark && now <= mark && now > 0) ?? null;
}
