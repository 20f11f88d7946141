import postgres from "postgres";
import { applicationName } from "@/lib/db/client";

/** Work was written by a process that runs no engine. */
export const WORK_CHANNEL = "till_work";

/** One connection that listens; it comes back by itself when the database was away. Returns how to end it. */
export async function listen(url: string, channel: string, heard: () => void): Promise<() => Promise<void>> {
  const sql = postgres(url, {
    max: 1,
    max_lifetime: null,
    onnotice: () => {},
    connection: { application_name: applicationName() },
  });
  // `heard` also after a reconnection: something may have been said meanwhile
  await sql.listen(channel, heard, heard);
  return () => sql.end({ timeout: 1 });
}
