export type LimitState = { allowed: boolean; remaining: number; resetSeconds: number };

/** Counts a call at `now` (milliseconds of any monotonic clock). Refused calls don't count. */
export type Count = (key: string, now: number) => LimitState;

const MAX_KEYS = 100_000;

/**
 * Stores the time of each call: never allows more than `limit` in any span of `windowMs`, and always allows a call
 * after `resetSeconds`. For small limits, since it stores up to `limit` numbers per caller.
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

/** At least one, rounded up. */
export function toSeconds(ms: number): number {
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
