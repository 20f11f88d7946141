import type { Database, Transaction } from "@/lib/base/db/client";
import { connect } from "@/lib/base/db/connect";

/** Announces work written by a process without an engine. */
export const WORK_CHANNEL = "till_work";
/** Announces changed intents; the payload is their ids, separated by commas. */
export const INTENTS_CHANNEL = "till_intents";

/**
 * Opens one connection that listens and reconnects automatically. `heard` gets each payload, and null whenever
 * listening (re)starts, because notifications may have been missed. Returns a function that ends it. Rejects if it
 * can't start.
 */
export async function listen(
  url: string,
  channel: string,
  heard: (payload: string | null) => void,
): Promise<() => Promise<void>> {
  const sql = connect(url, { max: 1 });
  try {
    await sql.listen(channel, heard, () => heard(null));
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return () => sql.end({ timeout: 1 });
}

/** Wakes the engines of all listening processes. For callers without an engine of their own. */
export async function notifyWork(db: Database): Promise<void> {
  await db.sql`select pg_notify(${WORK_CHANNEL}, '')`;
}

/** PostgreSQL takes up to 8,000 bytes in a message. */
const IDS_PER_MESSAGE = 200;

/**
 * Tells open payment pages that these payments have changed, once the transaction commits. The database itself tells of
 * a change of their status or sums.
 */
export async function notifyIntents(tx: Transaction, intentIds: Iterable<string | null>): Promise<void> {
  const ids = [...new Set(intentIds)].filter((id) => id !== null);
  for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
    await tx`select pg_notify(${INTENTS_CHANNEL}, ${ids.slice(start, start + IDS_PER_MESSAGE).join(",")})`;
  }
}
