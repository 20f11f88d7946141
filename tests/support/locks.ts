import { database } from "@/lib/base/db/client";
import { waitFor } from "@/tests/support/wait";

/** Waits until at least so many transactions wait for a lock that another one has. */
export async function waitForLocks(count = 1): Promise<void> {
  await waitFor(`${count} transactions that wait for a lock`, async () => {
    const waiting = await database().sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return waiting.length >= count;
  });
}
