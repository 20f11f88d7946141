import type { PendingQuery, Row } from "postgres";
import { z } from "zod";
import type { Sql } from "@/lib/base/db/client";
import { LOG_PERIODS, type LogPeriod } from "@/lib/base/lists/log-period";
import { isStorable } from "@/lib/base/values/storable-text";

/** What the filters of logs have in common. They are in a page's address, where invalid values are ignored. */
export const PeriodName = z.enum(["1h", "24h", "7d", "30d"]).optional().catch(undefined);

/** What is searched for in a log; blank text is no search. */
export const SearchText = z.string().trim().min(1).max(200).refine(isStorable).optional().catch(undefined);

/** Condition, with `and` before it: the moment is within the period; nothing without one. */
export function andWithin(sql: Sql, moment: PendingQuery<Row[]>, period: LogPeriod | undefined) {
  return period ? sql`and ${moment} >= now() - make_interval(hours => ${LOG_PERIODS[period]})` : sql``;
}
