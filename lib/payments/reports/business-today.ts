import type { MemberContext } from "@/lib/base/context/context";
import { visibleTerminals } from "@/lib/base/context/visible-terminals";
import { businessDay } from "@/lib/base/time/business-day";

/**
 * The business day under way at an instant on the clocks of the chosen terminals, the earliest where they differ:
 * `2026-03-01`. Without a choice, of the active terminals that the member can see. Without a terminal, the business's
 * calendar day.
 */
export async function businessToday(
  ctx: MemberContext,
  { terminals, at }: { terminals: string[]; at: Date },
): Promise<string> {
  const { sql } = ctx.db;
  const [row] = await sql<{ day: string }[]>`
    with clocks as (
      select time_zone as zone, make_interval(mins => business_day_start_minutes) as opens,
             ${at.toISOString()}::timestamptz as moment
        from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${terminals.length === 0 ? sql`archived_at is null` : sql`id = any(${terminals}::uuid[])`})
    select coalesce(
             (select min(${businessDay(sql, "moment")}) from clocks),
             ${at.toISOString()}::timestamptz at time zone m.time_zone)::date::text as day
      from merchants m where m.id = ${ctx.merchantId}`;
  if (!row) throw new Error(`merchant ${ctx.merchantId} is gone`);
  return row.day;
}
