import { z } from "zod";
import type { terminals } from "@/drizzle/schema";
import type { MemberContext } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { plainIssue } from "@/lib/input-errors";
import { visibleTerminals } from "@/lib/members/visible-terminals";
import { sumPeriods } from "@/lib/reports/sum-periods";

const MAX_DAYS = 366;

const Day = z.iso.date({ error: "must be a date, for example 2026-03-01" });
export const TakingsInput = z.object({
  /** business days, both included */
  from: Day,
  to: Day,
  /** empty: every terminal that the member can see */
  terminals: z.array(z.guid()).default([]),
});
export type TakingsInput = z.input<typeof TakingsInput>;

type Terminal = typeof terminals.$inferSelect;

export type TakingsRow = {
  terminalId: Terminal["id"];
  terminalName: Terminal["name"];
  /** `2026-03-01`, the business day of the terminal */
  day: string;
  /** from the start of the business day to the next one, in the terminal's time zone */
  starts: Date;
  ends: Date;
  zone: Terminal["timeZone"];
  micros: bigint;
  sales: bigint;
};

/**
 * The takings of each terminal on each business day, by day and name; the sums match the API's sales report. Days follow
 * each terminal's time zone and business day start. Error: `invalid_period` if `to` is before `from` or over 366 days later.
 */
export async function takings(ctx: MemberContext, input: TakingsInput): Promise<TakingsRow[]> {
  const { from, to, terminals } = TakingsInput.parse(input, { error: plainIssue });
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  if (days < 1) throw new DomainError("invalid_period", "The end date is before the start date.", { field: "to" });
  if (days > MAX_DAYS) {
    throw new DomainError("invalid_period", `A report covers at most ${MAX_DAYS} days. Choose a shorter period.`, {
      field: "to",
    });
  }
  const { sql } = ctx.db;
  return sql<TakingsRow[]>`
    with t as (
      select id, name, time_zone as zone, make_interval(mins => business_day_start_minutes) as opens, archived_at
        from terminals
       where merchant_id = ${ctx.merchantId} and ${visibleTerminals(ctx, "id")}
         and ${terminals.length === 0 ? sql`true` : sql`id = any(${terminals}::uuid[])`}),
    periods as (
      select row_number() over () as key, t.id as terminal_id, t.name, t.zone, t.archived_at, day::date as day,
             (day + opens) at time zone zone as starts, (day + interval '1 day' + opens) at time zone zone as ends
        from t cross join generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') day),
    sums as (
      select key, coalesce(sum(first), 0) as micros, coalesce(sum(second), 0)::bigint as sales
        from (${sumPeriods(sql, "sales", ctx.environment)}) parts group by key)
    select p.terminal_id as "terminalId", p.name as "terminalName", p.day::text as day, p.starts, p.ends, p.zone,
           s.micros, s.sales
      from periods p join sums s using (key)
     where p.archived_at is null or s.sales > 0
     order by p.day, lower(p.name), p.terminal_id`;
}
