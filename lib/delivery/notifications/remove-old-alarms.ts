import type { Context } from "@/lib/base/context/context";

/** Deletes alarms that were over three months ago, up to `limit`. Returns how many. */
export async function removeOldAlarms({ db }: Context, limit: number): Promise<number> {
  const removed = await db.sql`
    delete from alarms where id = any(array(
      select id from alarms where cleared_at < now() - interval '90 days' order by cleared_at limit ${limit}))`;
  return removed.count;
}
