import postgres from "postgres";
import { applicationName } from "@/lib/db/client";

/** Work was written by a process that runs no engine. */
export const WORK_CHANNEL = "till_work";
/** Ids of intents that changed, separated by commas. */
export const INTENTS_CHANNEL = "till_intents";

/**
 * One connection that listens; it comes back by itself when the database was away. `heard` gets what was said, and null
 * whenever it begins to listen: something may have been said before. Returns how to end it; rejects when it cannot begin.
 */
export async function listen(
  url: string,
  channel: string,
  heard: (payload: string | null) => void,
): Promise<() => Promise<void>> {
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    connect_timeout: 5,
    backoff: (retries) => Math.min(0.05 * 2 ** retries, 1),
    onnotice: () => {},
    connection: { application_name: applicationName() },
  });
  try {
    await sql.listen(channel, heard, () => heard(null));
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return () => sql.end({ timeout: 1 });
}
