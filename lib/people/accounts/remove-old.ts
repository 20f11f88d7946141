import type { Context } from "@/lib/base/context/context";

/** Deletes up to `limit` sessions whose time is over; revoked ones stay until then. Returns how many went. */
export async function removeEndedSessions(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from user_sessions where ctid = any(array(
      select ctid from user_sessions where expires_at < now() order by expires_at limit ${limit}))`;
  return gone.count;
}

/** Deletes up to `limit` passkey challenges that no one answered in time. Returns how many went. */
export async function removeEndedChallenges(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from passkey_challenges where ctid = any(array(
      select ctid from passkey_challenges where expires_at < now() order by expires_at limit ${limit}))`;
  return gone.count;
}

/** Deletes up to `limit` links to mailboxes that were used or ran out a day ago. Returns how many went. */
export async function removeEndedLinks(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from account_tokens where ctid = any(array(
      select ctid from account_tokens where coalesce(used_at, expires_at) < now() - interval '1 day' limit ${limit}))`;
  return gone.count;
}
