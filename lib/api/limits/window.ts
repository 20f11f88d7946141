export type LimitState = { allowed: boolean; remaining: number; resetSeconds: number };

type Counter = { window: number; count: number; previous: number };

const MAX_KEYS = 100_000;

/**
 * A sliding window in memory: the count of this window plus the overlapping share of the one before. `now` is in
 * milliseconds. Refused calls do not count.
 */
export function slidingWindow(limit: number, windowMs: number) {
  const counters = new Map<string, Counter>();

  function counterOf(key: string, window: number): Counter {
    const known = counters.get(key);
    if (known?.window === window) return known;
    if (counters.size >= MAX_KEYS) counters.clear();
    const previous = known?.window === window - 1 ? known.count : 0;
    const fresh = { window, count: 0, previous };
    counters.set(key, fresh);
    return fresh;
  }

  return (key: string, now: number): LimitState => {
    const window = Math.floor(now / windowMs);
    const elapsed = now / windowMs - window;
    const counter = counterOf(key, window);
    const used = counter.count + counter.previous * (1 - elapsed);
    const allowed = used + 1 <= limit;
    if (allowed) counter.count++;
    return {
      allowed,
      remaining: Math.max(0, Math.floor(limit - used - (allowed ? 1 : 0))),
      resetSeconds: Math.max(1, Math.ceil(((1 - elapsed) * windowMs) / 1_000)),
    };
  };
}
