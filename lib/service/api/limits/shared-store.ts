import { Redis } from "@upstash/redis";
import IoRedis from "ioredis";
import { env } from "@/lib/base/process/env";
import { processWide } from "@/lib/base/process/process-wide";
import { markStoreAvailable, markStoreUnavailable } from "@/lib/service/api/limits/store-state";

/** The command that counting takes, and one to see whether the store answers. */
export type LimitStore = {
  eval<T>(script: string, keys: string[], args: unknown[]): Promise<T>;
  get<T>(key: string): Promise<T | null>;
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
  let isReadOnly = false;
  const redis = new IoRedis(url, {
    // every server speaks it; 3 begins with a command that older ones refuse
    protocol: 2,
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 1_000,
    commandTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 200, 5_000),
    // after a failover, a server may keep the clients for which it no longer writes: a new connection finds the one
    // that does
    reconnectOnError: ({ message }) => {
      isReadOnly ||= message.includes("READONLY");
      return message.includes("READONLY");
    },
  });
  redis.on("error", markStoreUnavailable);
  // one that didn't write is back when it has counted
  redis.on("ready", () => isReadOnly || markStoreAvailable());
  const connected = redis.connect().catch(() => undefined);
  return {
    async eval(script, keys, args) {
      await connected;
      const answer = await redis.eval(script, keys.length, ...keys, ...args.map(String));
      isReadOnly = false;
      return answer as never;
    },
    async get(key) {
      await connected;
      return (await redis.get(key)) as never;
    },
  };
}
