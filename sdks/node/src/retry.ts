const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A longer `Retry-After` is left to the caller: a call must not keep a customer waiting. */
const LONGEST_RETRY_AFTER_SECONDS = 10;

/** Milliseconds before retry `number` (0 is the first): full jitter, extended by `Retry-After`; null means no retry. */
export function pauseBefore(number: number, retryAfterSeconds: number | null): number | null {
  if (retryAfterSeconds !== null && retryAfterSeconds > LONGEST_RETRY_AFTER_SECONDS) return null;
  return retryPause(number, retryAfterSeconds);
}

/** The same without an end: for work that goes on until it is stopped. */
export function retryPause(number: number, retryAfterSeconds: number | null): number {
  const jittered = Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** number);
  return Math.max(jittered, (retryAfterSeconds ?? 0) * 1_000);
}

/**
 * Parses `Retry-After`, a number of seconds or a date, to seconds; null if there is none or it can't be parsed. `now`:
 * by the clock of the service, which wrote the date.
 */
export function readRetryAfter(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^[0-9]{1,9}$/.test(value.trim())) return Number(value.trim());
  const moment = Date.parse(value);
  return Number.isNaN(moment) || !/[a-z]/i.test(value)
    ? null
    : Math.max(0, Math.ceil((moment - now.getTime()) / 1_000));
}

/** Resolves after a delay; rejects with the signal's reason as soon as it is aborted. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const onTime = () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    };
    const timer = setTimeout(onTime, Math.min(ms, 2 ** 31 - 1));
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
