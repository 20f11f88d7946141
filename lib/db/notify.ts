import type { Database } from "@/lib/db/client";
import { WORK_CHANNEL } from "@/lib/db/listen";

/** Wakes the engines of every process that listens. For callers that run no engine themselves. */
export async function notifyWork(db: Database): Promise<void> {
  await db.sql`select pg_notify(${WORK_CHANNEL}, '')`;
}
