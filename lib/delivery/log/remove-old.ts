import type { Context } from "@/lib/base/context/context";

const ATTEMPT_DAYS = 30;
/** How long events are kept. */
export const EVENT_DAYS = 180;

/** Deletes up to `limit` attempts older than 30 days. Returns how many. */
export async function removeOldAttempts(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from webhook_attempts where ctid = any(array(
      select ctid from webhook_attempts where started_at < now() - make_interval(days => ${ATTEMPT_DAYS})
       order by started_at limit ${limit}))`;
  return gone.count;
}

/** Deletes up to `limit` events older than 180 days with their deliveries, unless one is pending. Returns how many. */
export async function removeOldEvents(ctx: Context, limit: number): Promise<number> {
  const gone = await ctx.db.sql`
    delete from events where id = any(array(
      select id from events e where created_at < now() - make_interval(days => ${EVENT_DAYS})
         and not exists (select from webhook_deliveries d where d.event_id = e.id and d.status = 'pending')
       order by created_at limit ${limit}))`;
  return gone.count;
}
