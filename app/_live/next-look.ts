/** When to look at a waiting payment again. Pure: a table in, milliseconds out. */

const LOOK_EVERY_MS = 2_000;
const LONGEST_BACK_OFF_MS = 30_000;

/** While a stream tells of every change, a look now and then finds the stream that died without a word. */
export const LOOK_BESIDE_STREAM_MS = 30_000;

type Past = {
  /** answers in a row that told nothing: no connection, a busy or a broken server */
  failures: number;
  /** what the server last asked for in `Retry-After` */
  retryAfterSeconds?: number;
  /** between looks that are answered */
  everyMs?: number;
};

/** Every 2 s while it answers; after failures 2, 4, 8, 16, then 30 s; never earlier than the server asked for. */
export function nextLookMs({ failures, retryAfterSeconds = 0, everyMs = LOOK_EVERY_MS }: Past): number {
  const usual = failures === 0 ? everyMs : Math.min(LOOK_EVERY_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
  return Math.max(usual, retryAfterSeconds * 1_000);
}

const FIRST_REOPEN_MS = 3_000;
const LONGEST_REOPEN_MS = 60_000;

/**
 * When to open a stream again that ended: 3, 6, 12 … 60 s, each shortened by up to a half by chance (`luck`, 0 to 1), so
 * that the pages of a server that was restarted do not all come back at once.
 */
export function reopenStreamMs(failures: number, luck: number): number {
  return Math.min(FIRST_REOPEN_MS * 2 ** Math.max(0, failures - 1), LONGEST_REOPEN_MS) * (1 - luck / 2);
}
