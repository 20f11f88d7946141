import type { Context } from "@/lib/base/context/context";

const DAYS = 30;

/** Deletes up to `limit` entries of the request log that are older than 30 days, and returns the count. */
export async function removeOldRequests(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from api_requests where ctid = any(array(
      select ctid from api_requests where created_at < now() - make_interval(days => ${DAYS})
       order by created_at limit ${limit}))`;
  return gone.count;
}
