import type { Database } from "@/lib/db/client";
import { WORK_CHANNEL } from "@/lib/db/listen";

/** Wakes the engines of all listening processes. For callers without an engine of their own. */
export async function notifyWork(db: Database): Promise<void> {
  await db.sql`select pg_notify(${WORK_CHANNEL}, '')`;
}
