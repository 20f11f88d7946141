import { createHash } from "node:crypto";
import { Redis } from "@upstash/redis";
import IoRedis from "ioredis";
import { noteStoreAway, noteStoreBack } from "@/lib/api/limits/store-state";
import { env } from "@/lib/env";
import { processWide } from "@/lib/process-wide";

/** The commands that `@upstash/ratelimit` 2.2 sends. */
export type LimitStore = {
  evalsha<T>(sha: string, keys: string[], args: unknown[]): Promise<T>;
  eval<T>(script: string, keys: string[], args: unknown[]): Promise<T>;
  get<T>(key: string): Promise<T | null>;
  set<T>(key: string, value: T): Promise<unknown>;
};

/** The store that all processes share: Upstash over REST, else Redis, else null. */
export function sharedStore(): LimitStore | null {
  return processWide("limits.store", () => {
    const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN, REDIS_URL } = env();
    if (UPSTASH_REDIS_REST_URL && UPSTASH_REDIS_REST_TOKEN) {
      return new Redis({ url: UPSTASH_REDIS_REST_URL, token: UPSTASH_REDIS_REST_TOKEN, enableTelemetry: false });
    }
    return REDIS_URL ? overRedis(REDIS_URL) : null;
  });
}

function overRedis(url: string): LimitStore {
  const redis = new IoRedis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
  });
  redis.on("error", noteStoreAway);
  redis.on("ready", noteStoreBack);
  const connected = redis.connect().catch(() => undefined);
  const scripts = new Map<string, string>();
  return {
    async evalsha(sha, keys, args) {
      await connected;
      const plain = scripts.get(sha);
      if (!plain) throw new Error("NOSCRIPT");
      return (await redis.evalsha(sha1(plain), keys.length, ...keys, ...args.map(String))) as never;
    },
    async eval(script, keys, args) {
      await connected;
      const plain = script.replace(UPSTASH_SHEBANG, "");
      scripts.set(sha1(script), plain);
      return (await redis.eval(plain, keys.length, ...keys, ...args.map(String))) as never;
    },
    async get(key) {
      await connected;
      return (await redis.get(key)) as never;
    },
    set: (key, value) => redis.set(key, String(value)),
  };
}

/** Since version 2.1 the scripts begin with a line that only Upstash understands. */
const UPSTASH_SHEBANG = /^#!lua[^\n]*\n/;

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
