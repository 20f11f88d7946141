const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
const JITTER = 0.2;

/** Failures in a row after which the next provider is used. */
export const FAILURES_TO_SWITCH = 3;

/**
 * How long a provider is paused after its nth failure in a row: 2, 4, 8, 16, 32, 60 s, ±20 % by `random` in [0, 1),
 * always within 2 … 60 s. A pause requested by the provider may lengthen it.
 */
export function backOffMs(failures: number, random: number, retryAfterMs = 0): number {
  const doubled = FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10);
  const spread = Math.min(doubled, LONGEST_PAUSE_MS) * (1 - JITTER + 2 * JITTER * random);
  return Math.round(clamp(Math.max(spread, retryAfterMs)));
}

function clamp(ms: number): number {
  return Math.min(Math.max(ms, FIRST_PAUSE_MS), LONGEST_PAUSE_MS);
}
