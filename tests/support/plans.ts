import type { MaybeRow, PendingQuery } from "postgres";
import { database, type Transaction } from "@/lib/base/db/client";

type Plan = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Join Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
};

/**
 * How many rows PostgreSQL goes through for a statement, in all steps of its plan: what a statement costs, whichever
 * plan it gets and however busy the machine is. The statement is run, after what its caller sets for it.
 */
export async function rowsOf<R extends MaybeRow[]>(
  query: (tx: Transaction) => PendingQuery<R>,
  prepare: (tx: Transaction) => Promise<void> = async () => {},
): Promise<number> {
  const rows = await database().sql.begin(async (tx) => {
    await prepare(tx);
    return tx<{ "QUERY PLAN": [{ Plan: Plan }] }[]>`explain (analyze, timing off, format json) ${query(tx)}`;
  });
  return countRows((rows[0] as { "QUERY PLAN": [{ Plan: Plan }] })["QUERY PLAN"][0].Plan);
}

function countRows(plan: Plan): number {
  const perLoop =
    plan["Actual Rows"] +
    (plan["Rows Removed by Filter"] ?? 0) +
    (plan["Rows Removed by Join Filter"] ?? 0) +
    (plan["Rows Removed by Index Recheck"] ?? 0);
  return perLoop * plan["Actual Loops"] + (plan.Plans ?? []).reduce((sum, inner) => sum + countRows(inner), 0);
}

/** How many rows of a table are read by everything that some work does. */
export function rowsReadBy(table: string, work: (tx: Transaction) => Promise<unknown>): Promise<number> {
  return database().sql.begin(async (tx) => {
    const read = async () => {
      const [row] = await tx<[{ count: number }]>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as count from pg_stat_xact_user_tables where relname = ${table}`;
      return row.count;
    };
    const before = await read();
    await work(tx);
    return (await read()) - before;
  });
}
