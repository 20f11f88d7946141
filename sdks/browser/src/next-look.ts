/** When to poll a pending payment again. Pure. */

const LOOK_EVERY_MS = 2_000;
const LONGEST_BACK_OFF_MS = 30_000;

/**
 * Every 2 s while the service responds; after consecutive failures 2, 4, 8, 16, then 30 s; never earlier than its
 * `Retry-After` asks.
 */
export function nextLookMs(failures: number, retryAfterSeconds = 0): number {
  const usual = failures === 0 ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
  return Math.max(usual, retryAfterSeconds * 1_000);
}
