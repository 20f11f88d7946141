import type { Sql } from "@/lib/base/db/client";

/**
 * SQL for the business day under way at an instant, as a `timestamp` at midnight; `moment` names the column with the
 * instant. The day begins at `(day + opens) at time zone zone`: the query needs these two columns. PostgreSQL takes the
 * later instant of a start that the clock shows twice, and one after the gap for a start that it skips. Until then the
 * day before goes on.
 */
export function businessDay(sql: Sql, moment: string) {
  const day = sql`date_trunc('day', (${sql(moment)} at time zone zone) - opens)`;
  return sql`(case when (${day} + opens) at time zone zone > ${sql(moment)} then ${day} - interval '1 day' else ${day} end)`;
}
