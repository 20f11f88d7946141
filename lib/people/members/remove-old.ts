import type { Context } from "@/lib/base/context/context";

const DAYS = 30;

/** Deletes up to `limit` invitations that ended over 30 days ago and returns the count. Audit entries stay. */
export async function removeOldInvitations(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from invitations where ctid = any(array(
      select ctid from invitations
       where coalesce(accepted_at, revoked_at, expires_at) < now() - make_interval(days => ${DAYS}) limit ${limit}))`;
  return gone.count;
}
