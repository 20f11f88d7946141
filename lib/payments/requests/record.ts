import type { apiRequests } from "@/drizzle/schema";
import type { Environment } from "@/lib/base/context/context";
import { isRowError } from "@/lib/base/db/batch";
import { type Database, database } from "@/lib/base/db/client";
import { log } from "@/lib/base/process/log";
import { processWide } from "@/lib/base/process/process-wide";

/** `error` is the error message of the response; null without an error. */
type RequestEntry = Omit<typeof apiRequests.$inferSelect, "environment" | "createdAt"> & {
  environment: Environment;
  at: Date;
};

const FLUSH_MS = 1_000;
const MAX_WAITING = 10_000;
const MAX_GROUP = 500;
/** as much as its column holds: 36 minutes */
const MAX_DURATION_MICROS = 2 ** 31 - 1;

type Waiting = {
  entries: RequestEntry[];
  timer: NodeJS.Timeout | null;
  dropped: number;
  flushing: Promise<void> | null;
};

function buffer(): Waiting {
  return processWide("requests.buffer", () => ({ entries: [], timer: null, dropped: 0, flushing: null }));
}

/**
 * Queues an entry for the next write, off the request path. While the database is unavailable, new entries are dropped
 * first.
 */
export function logRequest(entry: RequestEntry): void {
  const waiting = buffer();
  if (waiting.entries.length >= MAX_WAITING) {
    waiting.dropped++;
    return;
  }
  waiting.entries.push(entry);
  flushIn(waiting, FLUSH_MS);
}

/**
 * Unless a flush is planned already. One that is under way takes what is queued meanwhile, and plans another if it
 * fails.
 */
function flushIn(waiting: Waiting, ms: number): void {
  waiting.timer ??= setTimeout(() => {
    waiting.timer = null;
    void flushRequestLog();
  }, ms).unref();
}

/** Writes all queued entries. The server calls this once more before it stops. */
export function flushRequestLog(): Promise<void> {
  const waiting = buffer();
  waiting.flushing ??= writeWaiting(waiting).finally(() => {
    waiting.flushing = null;
  });
  return waiting.flushing;
}

/** An entry that the database refuses is dropped: its group is halved until it is alone. */
async function writeWaiting(waiting: Waiting): Promise<void> {
  if (waiting.timer) clearTimeout(waiting.timer);
  waiting.timer = null;
  let most = MAX_GROUP;
  while (waiting.entries.length > 0) {
    const group = waiting.entries.slice(0, most);
    try {
      await recordRequests(database(), group);
    } catch (error) {
      if (!isRowError(error)) return writeLater(waiting, error);
      if (group.length > 1) {
        most = Math.ceil(group.length / 2);
        continue;
      }
      log().error({ requestId: group[0]?.id, err: error }, "an entry of the request log was refused and is dropped");
    }
    waiting.entries.splice(0, group.length);
    most = MAX_GROUP;
  }
}

function writeLater(waiting: Waiting, error: unknown): void {
  log().warn(
    { waiting: waiting.entries.length, dropped: waiting.dropped, err: error },
    "the request log could not be written; trying again",
  );
  flushIn(waiting, FLUSH_MS * 5);
}

/**
 * Writes a batch of request log entries and records when their keys were last used. Entries that are stored already are
 * left as they are: the answer to an earlier commit may have been lost. A key that is being changed keeps its time
 * until its next use.
 */
export async function recordRequests(db: Database, entries: RequestEntry[]): Promise<void> {
  const list = <T>(pick: (entry: RequestEntry) => T) => entries.map(pick);
  await db.sql`
    with r as (
      insert into api_requests (id, merchant_id, terminal_id, key_id, environment, method, path, status, code,
                                error, duration_us, address, created_at)
      select * from unnest(
        ${list((e) => e.id)}::uuid[], ${list((e) => e.merchantId)}::uuid[], ${list((e) => e.terminalId)}::uuid[],
        ${list((e) => e.keyId)}::uuid[], ${list((e) => e.environment)}::text[], ${list((e) => e.method)}::text[],
        ${list((e) => e.path)}::text[], ${list((e) => e.status)}::int[], ${list((e) => e.code)}::text[],
        ${list((e) => e.error)}::text[],
        ${list((e) => Math.min(e.durationMicros, MAX_DURATION_MICROS))}::int[], ${list((e) => e.address)}::text[],
        ${list((e) => e.at.toISOString())}::timestamptz[])
      on conflict (id) do nothing
      returning merchant_id, key_id, address, created_at)
    , restricted as (
      update restricted_keys k set last_used_at = u.at, last_used_address = u.address
        from (select distinct on (key_id) merchant_id, key_id, address, created_at as at
                from r order by key_id, created_at desc) u
       where k.id = u.key_id and k.merchant_id = u.merchant_id
         and k.id = any(array(
           select f.id from r join restricted_keys f on f.id = r.key_id and f.merchant_id = r.merchant_id
            order by f.id for no key update of f skip locked))
         and (k.last_used_at is null or k.last_used_at < u.at - interval '1 minute'))
    update api_keys k set last_used_at = u.at
      from (select merchant_id, key_id, max(created_at) as at from r group by merchant_id, key_id) u
     where k.id = u.key_id and k.merchant_id = u.merchant_id
       and k.id = any(array(
         select f.id from r join api_keys f on f.id = r.key_id and f.merchant_id = r.merchant_id
          order by f.id for no key update of f skip locked))
       and (k.last_used_at is null or k.last_used_at < u.at - interval '1 minute')`;
}
