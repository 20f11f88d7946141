/** When to look at a waiting payment again. Pure: a table in, milliseconds out. */

const LOOK_EVERY_MS = 2_000;
const LONGEST_BACK_OFF_MS = 30_000;

type Past = {
  /** answers in a row that told nothing: no connection, a busy or a broken server */
  failures: number;
  /** what the server last asked for in `Retry-After` */
  retryAfterSeconds?: number;
};

/** Every 2 s while it answers; after failures 2, 4, 8, 16, then 30 s; never earlier than the server asked for. */
export function nextLookMs({ failures, retryAfterSeconds = 0 }: Past): number {
  const usual = failures === 0 ? LOOK_EVERY_MS : Math.min(LOOK_EVERY_MS * 2 ** (failures - 1), LONGEST_BACK_OFF_MS);
  return Math.max(usual, retryAfterSeconds * 1_000);
}
