import type { Context } from "@/lib/base/context/context";

/** Deletes up to `limit` keys whose 24 h are over. Returns how many went. */
export async function removeEndedIdempotencyKeys(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from idempotency_keys where ctid = any(array(
      select ctid from idempotency_keys where ends_at <= now() order by ends_at limit ${limit}))`;
  return gone.count;
}
