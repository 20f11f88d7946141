import { Ratelimit } from "@upstash/ratelimit";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { DomainError } from "@/lib/base/values/errors";
import { fixedWindow, type LimitState, slidingLog, toSeconds } from "@/lib/service/api/limits/counters";
import { type RemoteCounter, remoteCounter } from "@/lib/service/api/limits/remote-counter";
import { type LimitName, type LimitRule, limitRule } from "@/lib/service/api/limits/rules";
import { sharedSlidingLog } from "@/lib/service/api/limits/shared-sliding-log";
import { type LimitStore, sharedStore } from "@/lib/service/api/limits/shared-store";
import { markStoreAvailable, markStoreUnavailable } from "@/lib/service/api/limits/store-state";

export type LimitHeaders = Record<string, string>;

const NONE: LimitHeaders = {};
const STORE_TIMEOUT_MS = 1_000;

/** Counts a call of an endpoint: a frequent one in this process, any other in the store that all processes share. */
export function limitCall(name: LimitName, key: string): LimitHeaders | Promise<LimitHeaders> {
  return limitRule(name).isFrequent ? limitInProcess(name, key) : limitShared(name, key);
}

/**
 * Counts a call in this process's memory, without a round trip. Returns the `RateLimit` headers for the caller.
 * Error: `rate_limited`.
 */
export function limitInProcess(name: LimitName, key: string): LimitHeaders {
  const rule = limitRule(name);
  return rule.limit === 0 ? NONE : settle(name, rule, countHere(name, key, rule));
}

/**
 * Counts a call where all processes do: in the store that they share, else in the primary process of this machine. If
 * that is down or slow, the limit still applies: this process keeps counting in its own memory.
 */
export async function limitShared(name: LimitName, key: string): Promise<LimitHeaders> {
  const rule = limitRule(name);
  if (rule.limit === 0) return NONE;
  return settle(name, rule, (await countShared(name, key, rule)) ?? countHere(name, key, rule));
}

function countHere(name: LimitName, key: string, { limit, windowSeconds, isFrequent }: LimitRule): LimitState {
  const counter = isFrequent ? fixedWindow : slidingLog;
  const count = processWide(`limits.${name}`, () => counter(limit, windowSeconds * 1_000));
  return count(key, performance.now());
}

/** Null without a store or a primary process, and if it gave no answer. */
async function countShared(name: LimitName, key: string, rule: LimitRule): Promise<LimitState | null> {
  const store = sharedStore();
  if (store) return countInStore(store, name, key, rule);
  const counter = remoteCounter();
  return counter && countInPrimary(counter, name, key, rule);
}

async function countInStore(
  store: LimitStore,
  name: LimitName,
  key: string,
  rule: LimitRule,
): Promise<LimitState | null> {
  try {
    const answer = await limiterOf(store, name, rule).limit(key);
    if (answer.reason === "timeout") throw new Error(`no answer in ${STORE_TIMEOUT_MS} ms`);
    markStoreAvailable();
    const { success, remaining, reset } = answer;
    return { allowed: success, remaining, resetSeconds: toSeconds(reset - Date.now()) };
  } catch (error) {
    markStoreUnavailable(error);
    return null;
  }
}

type RatelimitStore = ConstructorParameters<typeof Ratelimit>[0]["redis"];

function limiterOf(store: LimitStore, name: LimitName, { limit, windowSeconds }: LimitRule): Ratelimit {
  return processWide(
    `limits.${name}.shared`,
    () =>
      new Ratelimit({
        // only passed on to the limiter, which takes no other command
        redis: store as Partial<RatelimitStore> as RatelimitStore,
        limiter: sharedSlidingLog(limit, windowSeconds * 1_000),
        prefix: `till:${name}`,
        timeout: STORE_TIMEOUT_MS,
        ephemeralCache: false,
        analytics: false,
      }),
  );
}

async function countInPrimary(
  count: RemoteCounter,
  name: LimitName,
  key: string,
  { limit, windowSeconds }: LimitRule,
): Promise<LimitState | null> {
  try {
    return await count(name, key, limit, windowSeconds * 1_000);
  } catch (error) {
    log().warn(
      { limit: name, err: error },
      "the primary process did not answer; rate limits are counted in this process",
    );
    return null;
  }
}

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-09. */
function settle(name: LimitName, { limit, per, windowSeconds }: LimitRule, state: LimitState): LimitHeaders {
  const headers = {
    "ratelimit-policy": `"${name}";q=${limit};w=${windowSeconds}`,
    ratelimit: `"${name}";r=${state.remaining};t=${state.resetSeconds}`,
  };
  if (state.allowed) return headers;
  throw new DomainError(
    "rate_limited",
    `Too many requests: the limit is ${limit} per ${per}. Try again in ${state.resetSeconds} s.`,
    {
      retryAfterSeconds: state.resetSeconds,
      headers,
    },
  );
}
