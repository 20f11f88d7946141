import { ConfigurationError, type TillError, WaitTimeoutError } from "./errors.js";
import type { Intent } from "./intents.js";
import { sleep } from "./retry.js";
import { type Answered, type CallOptions, isPassing } from "./transport.js";

export type WaitOptions = {
  /** Ends the wait, which rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Total timeout in milliseconds. Default: until five minutes after the intent's expiry. */
  timeoutMs?: number;
  /** Milliseconds between two polls. Default: 2,000. */
  intervalMs?: number;
};

type Look = (options: CallOptions) => Promise<Answered<Intent>>;

const INTERVAL_MS = 2_000;
/** In live, a payment can arrive a minute after the expiry, and takes two or three more to be final. */
const MARGIN_MS = 300_000;

/**
 * Returns the intent once it is no longer pending. Temporary errors (no response, 429, 5xx) don't end the wait; others
 * are thrown.
 */
export async function waitForEnd(look: Look, attemptMs: number, options: WaitOptions): Promise<Intent> {
  const { signal, timeoutMs, intervalMs = INTERVAL_MS } = options;
  if (!(intervalMs > 0)) throw new ConfigurationError("intervalMs must be above 0.");
  if (timeoutMs !== undefined && !(timeoutMs > 0)) throw new ConfigurationError("timeoutMs must be above 0.");
  let deadline = performance.now() + (timeoutMs ?? MARGIN_MS);
  let last: Intent | null = null;
  let cause: TillError | undefined;
  for (;;) {
    const left = deadline - performance.now();
    if (left <= 0) throw new WaitTimeoutError(last, cause);
    let pauseMs = intervalMs;
    try {
      // timers drop fractions and count whole milliseconds: this one ends at the deadline or after it
      const limitMs = Math.min(attemptMs, Math.ceil(left) + 1);
      const looked = await look({ ...(signal && { signal }), timeoutMs: limitMs, maxRetries: 0 });
      const first = last === null;
      last = looked.value;
      if (last.status !== "pending") return last;
      // by the service's clock: this machine's clock may be wrong by hours
      const untilExpiry = last.expiresAt.getTime() - looked.serverTime.getTime();
      if (first && timeoutMs === undefined) deadline = performance.now() + untilExpiry + MARGIN_MS;
    } catch (error) {
      if (!isPassing(error)) throw error;
      // a poll that the deadline cut off says less than the failure before it
      if (!cause || performance.now() < deadline) cause = error;
      pauseMs = Math.max(intervalMs, (error.retryAfterSeconds ?? 0) * 1_000);
    }
    await sleep(Math.max(0, Math.min(pauseMs, deadline - performance.now())), signal);
  }
}
