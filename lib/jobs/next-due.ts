import type { Context } from "@/lib/context";

/** Milliseconds until the next piece of each kind of work is due by the database's clock: 0 or less is due, null is none. */
export type NextDue = { intents: number | null; demos: number | null; deliveries: number | null };

export async function nextDue(ctx: Context): Promise<NextDue> {
  const [due] = await ctx.db.sql<[NextDue]>`
    select extract(epoch from (select min(expires_at) from payment_intents where status = 'pending') - now())::float8 * 1000
             as intents,
           extract(epoch from (select min(auto_complete_at) from payment_intents
                                where status = 'pending' and auto_complete_at is not null) - now())::float8 * 1000 as demos,
           extract(epoch from (select min(next_attempt_at) from webhook_deliveries
                                where status = 'pending') - now())::float8 * 1000 as deliveries`;
  return due;
}
