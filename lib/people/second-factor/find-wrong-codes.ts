import type { UserContext } from "@/lib/base/context/context";
import { ALARMING_CODES } from "@/lib/people/second-factor/code-pause";

const DAYS = 14;

/**
 * The number of wrong codes after the right password in the last two weeks, since the password last changed; null while
 * there are few enough to be typing errors.
 */
export async function findWrongCodes(ctx: UserContext): Promise<{ count: number } | null> {
  const { userId } = ctx.actor;
  const [row] = await ctx.db.sql<[{ count: number }]>`
    select count(*)::int as count from audit_log
     where merchant_id is null and target_id = ${userId} and action = 'session.refused'
       and created_at > now() - make_interval(days => ${DAYS})
       and created_at > coalesce((
             select max(created_at) from audit_log
              where merchant_id is null and target_id = ${userId}
                and action in ('password.changed', 'password.reset')), '-infinity')`;
  return row.count >= ALARMING_CODES ? row : null;
}
