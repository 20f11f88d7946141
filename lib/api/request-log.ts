import { database } from "@/lib/db/client";
import { log } from "@/lib/log";
import { processWide } from "@/lib/process-wide";
import { type RequestEntry, recordRequests } from "@/lib/requests/record";

const FLUSH_MS = 1_000;
const MAX_WAITING = 10_000;
const MAX_GROUP = 500;

type Waiting = {
  entries: RequestEntry[];
  timer: NodeJS.Timeout | null;
  dropped: number;
  flushing: Promise<void> | null;
};

function buffer(): Waiting {
  return processWide("requests.buffer", () => ({ entries: [], timer: null, dropped: 0, flushing: null }));
}

/** Queues an entry for the next write, off the request path. While the database is unavailable, new entries are dropped first. */
export function logRequest(entry: RequestEntry): void {
  const waiting = buffer();
  if (waiting.entries.length >= MAX_WAITING) {
    waiting.dropped++;
    return;
  }
  waiting.entries.push(entry);
  waiting.timer ??= setTimeout(() => void flushRequestLog(), FLUSH_MS).unref();
}

/** Writes all queued entries. The server calls this once more before it stops. */
export function flushRequestLog(): Promise<void> {
  const waiting = buffer();
  waiting.flushing ??= writeWaiting(waiting).finally(() => {
    waiting.flushing = null;
  });
  return waiting.flushing;
}

async function writeWaiting(waiting: Waiting): Promise<void> {
  if (waiting.timer) clearTimeout(waiting.timer);
  waiting.timer = null;
  while (waiting.entries.length > 0) {
    const group = waiting.entries.slice(0, MAX_GROUP);
    try {
      await recordRequests(database(), group);
      waiting.entries.splice(0, group.length);
    } catch (error) {
      log().warn(
        { waiting: waiting.entries.length, dropped: waiting.dropped, err: error },
        "the request log could not be written; trying again",
      );
      waiting.timer ??= setTimeout(() => void flushRequestLog(), FLUSH_MS * 5).unref();
      return;
    }
  }
}
