import { isIPv6 } from "node:net";
import { Ratelimit } from "@upstash/ratelimit";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";
import { DomainError } from "@/lib/base/values/errors";
import { type LimitName, limitRule } from "@/lib/service/api/limits/rules";
import { sharedSlidingLog } from "@/lib/service/api/limits/shared-sliding-log";
import { sharedStore } from "@/lib/service/api/limits/shared-store";
import { noteStoreAway, noteStoreBack } from "@/lib/service/api/limits/store-state";

export type LimitHeaders = Record<string, string>;

type RatelimitStore = ConstructorParameters<typeof Ratelimit>[0]["redis"];

type LimitState = { allowed: boolean; remaining: number; resetSeconds: number };

/** Counts a call at `now` (milliseconds of any monotonic clock). Refused calls don't count. */
export type Count = (key: string, now: number) => LimitState;

const NONE: LimitHeaders = {};
const STORE_TIMEOUT_MS = 1_000;
const MAX_KEYS = 100_000;

/** Counts a call of an endpoint: a frequent one in this process, any other in the store that all processes share. */
export function limitCall(name: LimitName, key: string): LimitHeaders | Promise<LimitHeaders> {
  return limitRule(name).isFrequent ? limitInProcess(name, key) : limitShared(name, key);
}

/**
 * Counts a call in this process's memory, without a round trip. Returns the `RateLimit` headers for the caller.
 * Error: `rate_limited`.
 */
export function limitInProcess(name: LimitName, key: string): LimitHeaders {
  const { limit, windowSeconds, isFrequent } = limitRule(name);
  if (limit === 0) return NONE;
  const counter = isFrequent ? fixedWindow : slidingLog;
  const count = processWide(`limits.${name}`, () => counter(limit, windowSeconds * 1_000));
  return settle(name, count(key, performance.now()));
}

/**
 * Counts a call in the store that all processes share, if one is configured. If the store is down or slow, the limit
 * still applies: this process keeps counting in its own memory.
 */
export async function limitShared(name: LimitName, key: string): Promise<LimitHeaders> {
  const { limit, windowSeconds } = limitRule(name);
  if (limit === 0) return NONE;
  const store = sharedStore();
  if (!store) return limitInCluster(name, key);
  const limiter = processWide(
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
  let answer: Awaited<ReturnType<typeof limiter.limit>>;
  try {
    answer = await limiter.limit(key);
  } catch (error) {
    noteStoreAway(error);
    return limitInProcess(name, key);
  }
  if (answer.reason === "timeout") {
    noteStoreAway(new Error(`no answer in ${STORE_TIMEOUT_MS} ms`));
    return limitInProcess(name, key);
  }
  noteStoreBack();
  return settle(name, {
    allowed: answer.success,
    remaining: answer.remaining,
    resetSeconds: toSeconds(answer.reset - Date.now()),
  });
}

/** Without a shared store, the processes of one machine count in the primary process. */
async function limitInCluster(name: LimitName, key: string): Promise<LimitHeaders> {
  const counter = remoteCounter();
  if (!counter) return limitInProcess(name, key);
  const { limit, windowSeconds } = limitRule(name);
  let state: LimitState;
  try {
    state = await counter(name, key, limit, windowSeconds * 1_000);
  } catch (error) {
    log().warn(
      { limit: name, err: error },
      "the primary process did not answer; rate limits are counted in this process",
    );
    return limitInProcess(name, key);
  }
  return settle(name, state);
}

/** Returns the limit key of an address. IPv6 addresses are limited by /64, since a customer usually owns all of it. */
export function addressKey(address: string): string {
  return isIPv6(address) ? expandV6(address).slice(0, 4).join(":") : address;
}

function expandV6(address: string): string[] {
  const [head = "", tail] = address.split("%")[0]?.split("::") ?? [];
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const gap = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array(Math.max(0, gap)).fill("0"), ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}

/** `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-09. */
function settle(name: LimitName, state: LimitState): LimitHeaders {
  const { limit, per, windowSeconds } = limitRule(name);
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

export type RemoteCounter = (name: string, key: string, limit: number, windowMs: number) => Promise<LimitState>;

const slot = () => processWide("limits.remote", () => ({ counter: null as RemoteCounter | null }));

/** Makes this worker count in its primary process. */
export function setRemoteCounter(counter: RemoteCounter): void {
  slot().counter = counter;
}

function remoteCounter(): RemoteCounter | null {
  return slot().counter;
}

/**
 * Stores the time of each call: never allows more than `limit` in any span of `windowMs`, and always allows a call after
 * `resetSeconds`. For small limits, since it stores up to `limit` numbers per caller.
 */
export function slidingLog(limit: number, windowMs: number): Count {
  const calls = bounded<number[]>();
  return (key, now) => {
    const recent = (calls.get(key) ?? []).filter((at) => at > now - windowMs);
    const allowed = recent.length < limit;
    if (allowed) recent.push(now);
    calls.set(key, recent);
    const oldest = recent[0] ?? now;
    return { allowed, remaining: limit - recent.length, resetSeconds: toSeconds(oldest + windowMs - now) };
  };
}

/** Opens a window at a caller's first call and allows `limit` calls until it closes. Stores two numbers per caller. */
export function fixedWindow(limit: number, windowMs: number): Count {
  const windows = bounded<{ opened: number; count: number }>();
  return (key, now) => {
    let window = windows.get(key);
    if (!window || now >= window.opened + windowMs) {
      window = { opened: now, count: 0 };
      windows.set(key, window);
    }
    const allowed = window.count < limit;
    if (allowed) window.count++;
    return { allowed, remaining: limit - window.count, resetSeconds: toSeconds(window.opened + windowMs - now) };
  };
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}

/** A map with a maximum size that drops the entry not updated for longest. */
function bounded<V>() {
  const entries = new Map<string, V>();
  return {
    get: (key: string) => entries.get(key),
    set: (key: string, value: V) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= MAX_KEYS) return;
      const [oldest] = entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
    },
  };
}
