/** The specification's limit: the first attempt and five retries, whatever schedule is configured. */
export const MAX_ATTEMPTS = 6;

const JITTER = 0.1;
const RETRY_AFTER_LIMIT_S = 24 * 60 * 60;

/**
 * Milliseconds from the failure of attempt `attempt` (1 is the first of the series) to the next one, null when none is
 * left. `random` in [0, 1) spreads the delay by ±10 %; a `Retry-After` of up to 24 h may lengthen it, never shorten it.
 */
export function nextAttemptDelayMs(failure: {
  attempt: number;
  delaysSeconds: readonly number[];
  retryAfterSeconds: number | null;
  random: number;
}): number | null {
  const delaySeconds = failure.delaysSeconds[failure.attempt - 1];
  if (delaySeconds === undefined || failure.attempt >= MAX_ATTEMPTS) return null;
  const spreadSeconds = delaySeconds * (1 - JITTER + 2 * JITTER * failure.random);
  const askedSeconds = Math.min(failure.retryAfterSeconds ?? 0, RETRY_AFTER_LIMIT_S);
  return Math.round(Math.max(spreadSeconds, askedSeconds) * 1000);
}

/** Any 2xx is success; 410 disables the endpoint; a redirect is a failure and never followed. */
export function classifyAnswer(status: number): "success" | "gone" | "redirect" | "failure" {
  if (status >= 200 && status < 300) return "success";
  if (status === 410) return "gone";
  if (status >= 300 && status < 400) return "redirect";
  return "failure";
}
