/** When to ask for a pending payment again, in milliseconds. Pure, for the server and for browsers. */

const POLL_EVERY_MS = 2_000;
const LONGEST_BACK_OFF_MS = 30_000;

/** Polling interval beside a stream, to notice a stream that died silently. */
export const POLL_BESIDE_STREAM_MS = 30_000;

type Past = {
  /** consecutive failures: no connection, or an error of the server */
  failures: number;
  /** the server's last `Retry-After` */
  retryAfterSeconds?: number;
  /** interval after a successful poll */
  everyMs?: number;
};

/** Every 2 s while it answers; after failures 2, 4, 8, 16, then 30 s; never before the server's `Retry-After`. */
export function nextPollMs({ failures, retryAfterSeconds = 0, everyMs = POLL_EVERY_MS }: Past): number {
  const usual = failures === 0 ? everyMs : Math.min(POLL_EVERY_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
  return Math.max(usual, retryAfterSeconds * 1_000);
}

const FIRST_REOPEN_MS = 3_000;
const LONGEST_REOPEN_MS = 60_000;

/**
 * When to reopen a stream that ended: 3, 6, 12 … 60 s, each shortened by up to half at random (`luck`, 0 to 1), so that
 * not all pages reconnect at once after a restart of the server.
 */
export function reopenStreamMs(failures: number, luck: number): number {
  return Math.min(FIRST_REOPEN_MS * 2 ** Math.max(0, failures - 1), LONGEST_REOPEN_MS) * (1 - luck / 2);
}
