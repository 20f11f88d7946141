/** The specification's limit: the first attempt and five retries, whatever schedule is configured. */
export const MAX_ATTEMPTS = 6;

/** Delay before attempt n + 1 is 10ⁿ seconds: six attempts over 31 hours. */
export const RETRY_DELAYS_S: readonly number[] = [10, 100, 1000, 10_000, 100_000];

const JITTER = 0.1;
const RETRY_AFTER_LIMIT_S = 24 * 60 * 60;

/**
 * Milliseconds from the failure of attempt `attempt` (1 is the first of the series) to the next one, null when none
 * is left. `random` in [0, 1) spreads the delay by ±10 %; a `Retry-After` of up to 24 h may lengthen it, never shorten it.
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

const DAY = /^(?:Mon|Tues?|Wed(?:nes)?|Thu(?:rs)?|Fri|Sat(?:ur)?|Sun)(?:day)?(?=,? )/;
/** IMF-fixdate and the obsolete RFC 850 date. */
const GMT_DATE = /^[A-Za-z]+, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/;
/** The obsolete asctime date, which names no zone and means GMT. */
const ASCTIME_DATE = /^[A-Za-z]+ [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/** Seconds that a `Retry-After` header asks for (RFC 9110, 10.2.3): 0 for a past date, null when absent or malformed. */
export function parseRetryAfter(value: string | null, now: Date): number | null {
  const text = value?.trim() ?? "";
  if (/^\d{1,15}$/.test(text)) return Number(text);
  const date = ASCTIME_DATE.test(text) ? `${text} GMT` : GMT_DATE.test(text) ? text : null;
  if (date === null || !DAY.test(text)) return null;
  const milliseconds = Date.parse(date);
  if (Number.isNaN(milliseconds)) return null;
  return Math.max(0, Math.ceil((milliseconds - now.getTime()) / 1000));
}

/** Any 2xx is success; 410 disables the endpoint; a redirect is a failure and never followed. */
export function classifyAnswer(status: number): "success" | "gone" | "redirect" | "failure" {
  if (status >= 200 && status < 300) return "success";
  if (status === 410) return "gone";
  if (status >= 300 && status < 400) return "redirect";
  return "failure";
}
