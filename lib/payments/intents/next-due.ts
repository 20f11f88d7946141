import type { Context } from "@/lib/base/context/context";

/**
 * Milliseconds until the next sandbox intent expires, and until the next demo intent is paid, by the database's clock;
 * null when there is none. Live intents expire by the chain's clock.
 */
export async function nextIntentDueMs(ctx: Context): Promise<{ expiry: number | null; demo: number | null }> {
  const [due] = await ctx.db.sql<[{ expiry: number | null; demo: number | null }]>`
    select extract(epoch from (select min(expires_at) from payment_intents
                                where environment = 'sandbox' and status = 'pending') - now())::float8
             * 1000 as expiry,
           extract(epoch from (select min(auto_complete_at) from payment_intents
                                where status = 'pending' and auto_complete_at is not null) - now())::float8
             * 1000 as demo`;
  return due;
}
