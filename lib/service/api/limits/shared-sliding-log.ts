import { randomUUID } from "node:crypto";
import type { Ratelimit } from "@upstash/ratelimit";
import type { LimitStore } from "@/lib/service/api/limits/shared-store";

/** What `Ratelimit` counts by: `Ratelimit.slidingWindow` is one. */
type Algorithm = ConstructorParameters<typeof Ratelimit>[0]["limiter"];

/**
 * Its result: 1 if the call is allowed, how many more are, and the milliseconds until the oldest one no longer counts.
 */
const SCRIPT = `
  local key, limit, now, window, call = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
  redis.call("ZREMRANGEBYSCORE", key, "-inf", now - window)
  local count = redis.call("ZCARD", key)
  local allowed = 0
  if count < limit then
    allowed = 1
    count = count + 1
    redis.call("ZADD", key, now, call)
    redis.call("PEXPIRE", key, window)
  end
  local oldest = redis.call("ZRANGE", key, 0, 0, "WITHSCORES")
  return { allowed, limit - count, tonumber(oldest[2]) + window - now }
`;

/**
 * Counts calls in the store by the rule of `slidingLog`: never more than `limit` in any span of `windowMs`. The
 * package's own `slidingWindow` estimates the calls of the minute before: it allows up to twice as many, and refuses
 * some that are within the limit.
 */
export function sharedSlidingLog(limit: number, windowMs: number): Algorithm {
  return () => ({
    async limit({ redis }, key) {
      const now = Date.now();
      const args = [limit, now, windowMs, randomUUID()];
      const [allowed, remaining, resetMs] = await (redis as LimitStore).eval<[number, number, number]>(
        SCRIPT,
        [key],
        args,
      );
      return { success: allowed === 1, limit, remaining, reset: now + resetMs, pending: Promise.resolve() };
    },
    getRemaining: unused,
    resetTokens: unused,
  });
}

function unused(): Promise<never> {
  return Promise.reject(new Error("only limit() is used"));
}
